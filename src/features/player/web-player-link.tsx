import { useStation } from '#src/features/on-air/station-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import type { StreamId } from '#src/spec/streams.ts';
import { Icon } from '#src/ui/icon/icon.tsx';
import { player } from './player-store.ts';
import styles from './round-button.module.css';

/** Silences this page, a preview too, and opens the stream in the external web player. */
export function WebPlayerLink({ streamId }: { streamId: StreamId }) {
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
      onClick={() => player.yieldTurn()}
    >
      <Icon name="outside" />
    </a>
  );
}
