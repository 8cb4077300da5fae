import { useSyncExternalStore } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import type { Vote } from '#src/contract/votes.ts';
import { useVoteStatus } from '#src/features/votes/use-vote-status.ts';
import { voteTurn } from '#src/features/votes/vote-turn.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { useSession } from '#src/page/session/use-session.ts';
import { Icon } from '#src/ui/icon/icon.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';
import styles from './round-button.module.css';
import { useMemberGate } from './use-member-gate.tsx';
import { useShownTitle } from './use-shown-title.ts';

/**
 * Like or dislike for the track that the player shows at the press. A guest is asked to register. Of a track that the
 * member has voted on this week both are dimmed, and the given one is pressed [R41, R42].
 */
export function VoteButton({ vote, streamId }: { vote: Vote; streamId: StreamId }) {
  const text = useText();
  const language = useLanguage();
  const gate = useMemberGate();
  const showToast = useToast();
  const { user } = useSession();
  const title = useShownTitle(streamId);
  const status = useVoteStatus(title);
  const isSending = useSyncExternalStore(voteTurn.subscribe, voteTurn.isTaken, () => false);

  const cast = async (userId: string, ballotTitle: string) => {
    const { sendVote } = await import('#src/features/votes/send-vote.ts');
    const end = await sendVote({ userId, title: ballotTitle, vote, language });
    if (end === 'kept')
      showToast('success', text(vote === 'like' ? 'player.like-done' : 'player.dislike-done'));
    else if (end === 'known') showToast('info', text('player.vote-already'));
    else if (end === 'refused') showToast('refusal', text('player.vote-already'));
    else if (end === 'failed') showToast('refusal', text('player.vote-failed'));
  };
  const press = () => {
    if (user === null) return gate.inviteToVote();
    if (title === null) return;
    voteTurn.take(() => cast(user.id, title)).catch(() => showToast('refusal', text('player.vote-failed')));
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
      aria-disabled={(user !== null && (isSending || title === null)) || undefined}
      title={hint ? text(hint) : undefined}
      onClick={press}
    >
      <Icon name={vote === 'like' ? 'thumb-up' : 'thumb-down'} />
    </button>
  );
}
