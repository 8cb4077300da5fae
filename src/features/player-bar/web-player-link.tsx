import type { StreamId } from '#src/contract/streams.ts';
import { playingTabOf } from '#src/features/player/engine/player-store.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';
import styles from '#src/ui/button/round-button.module.css';
import { Icon } from '#src/ui/icon/icon.tsx';

/** Silences this page, a preview or a video too, and opens the stream in the external web player. */
export function WebPlayerLink({ streamId }: { streamId: StreamId }) {
  const browser = useBrowser();
  const text = useText();
  const { playerHost } = useStation();
  return (
    <a
      className={styles.round}
      href={`${playerHost}/${streamId}`}
      target="_blank"
      rel="noopener"
      aria-label={text('player.web-player')}
      title={text('player.web-player')}
      onClick={() => playingTabOf(browser).fallSilent()}
    >
      <Icon name="outside" />
    </a>
  );
}
