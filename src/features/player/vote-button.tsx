import { useText } from '#src/i18n/use-text.ts';
import { Icon } from '#src/ui/icon/icon.tsx';
import styles from './round-button.module.css';
import { useMemberGate } from './use-member-gate.tsx';

/** Like or dislike for the track on air. A guest is invited to register (radio.md §4). */
export function VoteButton({ vote }: { vote: 'like' | 'dislike' }) {
  const text = useText();
  const gate = useMemberGate();
  return (
    <button
      type="button"
      className={styles.round}
      aria-label={text(vote === 'like' ? 'player.like' : 'player.dislike')}
      title={text('player.vote-login')}
      onClick={gate.inviteToVote}
    >
      <Icon name={vote === 'like' ? 'thumb-up' : 'thumb-down'} />
    </button>
  );
}
