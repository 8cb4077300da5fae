import type { NowPlaying } from '#src/broadcast/now-playing/now-playing.wire.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { fullTitle } from '#src/contract/titles.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { momentPath } from '#src/page/address/moment-address.ts';
import { homePath } from '#src/page/address/paths.ts';
import { useStation, useStream } from '#src/page/on-air/station-context.tsx';
import { useNowPlaying } from '#src/page/on-air/use-now-playing.ts';
import { Icon } from '#src/ui/icon/icon.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';
import styles from './sheet-button.module.css';

/**
 * Shares what plays, as the moment that it began [R77], with the device's own sheet; where there is none, copies the
 * address. Before a title is known it is the stream.
 */
export function ShareButton({ streamId }: { streamId: StreamId }) {
  const text = useText();
  const language = useLanguage();
  const showToast = useToast();
  const { name, origin } = useStation();
  const stream = useStream(streamId);
  const track = useNowPlaying(streamId);
  const url = `${origin}${track === null ? homePath(language, streamId) : momentPath(language, streamId, firstSecondOf(track))}`;
  const what = track === null ? stream.name : fullTitle(track.artiste, track.titre);

  const share = async () => {
    try {
      if (navigator.share) {
        await navigator.share({ url, text: text('frame.share.text', { what, name }) });
      } else {
        await navigator.clipboard.writeText(url);
        showToast('success', text('frame.share.copied'));
      }
    } catch (error) {
      const isTakenBack = error instanceof DOMException && error.name === 'AbortError';
      if (!isTakenBack) showToast('refusal', text('frame.share.copy-failed'));
    }
  };

  return (
    <button type="button" className={styles.button} onClick={share}>
      <Icon name="share" />
      <span>{text('frame.share')}</span>
    </button>
  );
}

/** Addresses of moments know no parts of a second: the first whole one in which the track sounds. */
function firstSecondOf({ started_at }: NowPlaying): number {
  return Math.ceil(Date.parse(started_at) / 1000) * 1000;
}
