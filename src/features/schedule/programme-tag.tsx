import type { StreamId } from '#src/contract/streams.ts';
import { usePlayer } from '#src/features/player/engine/player-store.ts';
import { isAudible } from '#src/features/player/state/player-state.ts';
import { useText } from '#src/i18n/use-text.ts';
import { Equaliser } from '#src/ui/equaliser/equaliser.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import styles from './programme-tag.module.css';

/** Says that a programme is on air; its bars dance while it is heard here. */
export function NowTag({ streamId }: { streamId: StreamId }) {
  const text = useText();
  const isHeard = usePlayer((state) => state.streamId === streamId && isAudible(state));
  return (
    <span className={`${styles.tag} ${styles.now}`}>
      <Equaliser moves={isHeard} />
      {text('programme.schedule.now')}
    </span>
  );
}

export function HighlightTag() {
  const text = useText();
  return (
    <span className={styles.tag}>
      <Icon name="star-filled" size={16} />
      {text('programme.schedule.highlight')}
    </span>
  );
}
