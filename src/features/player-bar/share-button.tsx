import type { StreamId } from '#src/contract/streams.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { homePath } from '#src/page/address/paths.ts';
import { useStation, useStream } from '#src/page/on-air/station-context.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';
import styles from './sheet-button.module.css';

/** Shares the stream with the device's own sheet; where there is none, copies its address. */
export function ShareButton({ streamId }: { streamId: StreamId }) {
  const text = useText();
  const language = useLanguage();
  const showToast = useToast();
  const { name, origin } = useStation();
  const stream = useStream(streamId);
  const url = `${origin}${homePath(language, streamId)}`;

  const share = async () => {
    try {
      if (navigator.share) {
        await navigator.share({ url, text: text('frame.share.text', { what: stream.name, name }) });
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
