import type { StreamId } from '#src/contract/streams.ts';
import type { Vote } from '#src/contract/votes.ts';
import { useAccountDialogs } from '#src/features/accounts/dialogs/use-account-dialogs.tsx';
import { useCastVote } from '#src/features/votes/use-cast-vote.ts';
import { useVoteStatus } from '#src/features/votes/use-vote-status.ts';
import { voteTurnOf } from '#src/features/votes/vote-turn.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useObserved } from '#src/page/browser/use-observed.ts';
import { useSession } from '#src/page/session/use-session.ts';
import { Icon } from '#src/ui/icon/icon.tsx';
import styles from './round-button.module.css';
import { useShownTrack } from './use-shown-track.ts';

/**
 * Like or dislike for the track that the player shows at the press; an empty place where it shows none. A guest is led to
 * register and then has voted. Of a track that the member has voted on this week the given one stands out, the other is
 * dimmed [R41, R42, R138].
 */
export function VoteButton({ vote, streamId }: { vote: Vote; streamId: StreamId }) {
  const voteTurn = voteTurnOf(useBrowser());
  const text = useText();
  const { openGate } = useAccountDialogs();
  const castVote = useCastVote();
  const { user } = useSession();
  const title = useShownTrack(streamId)?.titre ?? null;
  const status = useVoteStatus(title);
  const isSending = useObserved(
    voteTurn,
    () => title !== null && voteTurn.isTaken(title),
    () => false,
  );

  if (title === null) return <span className={styles.place} />;

  const press = () => {
    if (user === null) openGate({ kind: 'vote', title, vote });
    else castVote({ userId: user.id, title, vote });
  };

  const hasVoted = status?.has_voted ?? false;
  const hint = user === null ? 'player.vote-login' : hasVoted && 'player.vote-already';
  return (
    <button
      type="button"
      className={hasVoted ? `${styles.round} ${styles.settled}` : styles.round}
      aria-label={text(vote === 'like' ? 'player.like' : 'player.dislike')}
      aria-pressed={user === null ? undefined : status?.vote === vote}
      // Not `disabled`, which would take the focus away from who has just pressed it.
      aria-disabled={(user !== null && isSending) || undefined}
      title={hint ? text(hint) : undefined}
      onClick={press}
    >
      <Icon name={vote === 'like' ? 'thumb-up' : 'thumb-down'} />
    </button>
  );
}
