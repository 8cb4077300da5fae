import type { Vote } from '#src/contract/votes.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { inTime } from '#src/page/wire/in-time.ts';
import { useToast } from '#src/ui/toast/toasts.tsx';
import { voteTurnOf } from './vote-turn.ts';

/** Votes as a member and says what became of it [R42]. The title is the full one. */
export function useCastVote(): (ballot: { userId: string; title: string; vote: Vote }) => void {
  const browser = useBrowser();
  const voteTurn = voteTurnOf(browser);
  const text = useText();
  const language = useLanguage();
  const { timezone } = useStation();
  const showToast = useToast();
  return (ballot) => {
    const cast = async () => {
      const { sendVote } = await inTime(() => import('./send-vote.ts'));
      const end = await sendVote(browser, { ...ballot, language, timezone });
      if (end === 'kept')
        showToast('success', text(ballot.vote === 'like' ? 'player.like-done' : 'player.dislike-done'));
      else if (end === 'known') showToast('info', text('player.vote-already'));
      else if (end === 'refused') showToast('refusal', text('player.vote-already'));
      else if (end === 'failed') showToast('refusal', text('player.vote-failed'));
    };
    voteTurn.take(ballot.title, cast).catch(() => showToast('refusal', text('player.vote-failed')));
  };
}
