import { useText } from '#src/i18n/use-text.ts';
import { useSession } from '#src/page/session/use-session.ts';
import { Icon } from '#src/ui/icon/icon.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';
import styles from './round-button.module.css';
import { useMemberGate } from './use-member-gate.tsx';

/** Like or dislike for the track on air. A guest is asked to register, a member reads that votes follow [R41]. */
export function VoteButton({ vote }: { vote: 'like' | 'dislike' }) {
  const text = useText();
  const gate = useMemberGate();
  const showToast = useToast();
  const { isAuthenticated } = useSession();
  const hint = text(isAuthenticated ? 'player.vote-later' : 'player.vote-login');
  return (
    <button
      type="button"
      className={styles.round}
      aria-label={text(vote === 'like' ? 'player.like' : 'player.dislike')}
      title={hint}
      onClick={isAuthenticated ? () => showToast('info', hint) : gate.inviteToVote}
    >
      <Icon name={vote === 'like' ? 'thumb-up' : 'thumb-down'} />
    </button>
  );
}
