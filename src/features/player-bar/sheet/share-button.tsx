import type { StreamId } from '#src/contract/streams.ts';
import { type HeardPiece, useHeardTrack } from '#src/features/player/ear/heard-track.ts';
import { usePlayer } from '#src/features/player/engine/player-store.ts';
import { useShownEpisode } from '#src/features/player/page/shown-episode.ts';
import { useShownTrack } from '#src/features/player-bar/use-shown-track.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { momentPath } from '#src/page/address/moment-address.ts';
import { homePath, streamPagePath, trackPath } from '#src/page/address/paths.ts';
import { useStation, useStream } from '#src/page/on-air/station-context.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';
import styles from './sheet-button.module.css';

/**
 * Shares what the player shows by the device's own sheet, or copies the address where there is none. A track
 * that is heard is shared as the moment at which it began [R77], a preview as its track, an episode as the podcasts
 * of its stream; without a track, it is the stream that is shared.
 */
export function ShareButton({ streamId }: { streamId: StreamId }) {
  const text = useText();
  const showToast = useToast();
  const { name } = useStation();
  const { url, what } = useShared(streamId);

  const share = async () => {
    try {
      if (navigator.share) {
        await navigator.share({ url, text: text('frame.share.text', { what, name }) });
      } else {
        await navigator.clipboard.writeText(url);
        showToast('success', text('frame.share.copied'));
      }
    } catch (error) {
      const isCancelled = error instanceof DOMException && error.name === 'AbortError';
      if (!isCancelled) showToast('refusal', text('frame.share.copy-failed'));
    }
  };

  return (
    <button type="button" className={styles.button} onClick={share}>
      <Icon name="share" />
      <span>{text('frame.share')}</span>
    </button>
  );
}

/** The address of what the player shows, and what it is called. */
function useShared(streamId: StreamId): { url: string; what: string } {
  const language = useLanguage();
  const { origin } = useStation();
  const stream = useStream(streamId);
  const preview = usePlayer((state) => state.preview);
  const episode = useShownEpisode();
  const track = useShownTrack(streamId);
  const heard = useHeardTrack(streamId);
  const share = (path: string, what: string) => ({ url: `${origin}${path}`, what });
  if (preview && episode) {
    return share(streamPagePath(language, episode.streamId, 'page-podcast.html'), preview.title);
  }
  if (!track?.slug || !heard) return share(homePath(language, streamId), stream.name);
  if (preview) return share(trackPath(language, streamId, track.slug), track.titre);
  return share(momentPath(language, streamId, firstSecondOf(heard)), track.titre);
}

/** The first whole second in which the track sounds: addresses of moments are written to the second. */
function firstSecondOf({ started_at }: HeardPiece): number {
  return Math.ceil(Date.parse(started_at) / 1000) * 1000;
}
