import { useStream } from '#src/features/on-air/station-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import type { StreamId } from '#src/spec/streams.ts';
import { Icon } from '#src/ui/icon/icon.tsx';
import styles from './round-button.module.css';
import { useMemberGate } from './use-member-gate.tsx';

/** Makes the stream the member's favourite. A guest is told to log in, and the dialog opens behind the message. */
export function StarButton({ streamId }: { streamId: StreamId }) {
  const text = useText();
  const gate = useMemberGate();
  const { name } = useStream(streamId);
  const label = text('player.star', { stream: name });
  return (
    <button
      type="button"
      className={styles.round}
      aria-label={label}
      title={label}
      onClick={gate.askForLogin}
    >
      <Icon name="star" />
    </button>
  );
}
