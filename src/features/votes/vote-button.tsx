import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { MINUTE_MS } from '#src/contract/durations.ts';
import type { Language } from '#src/contract/languages.ts';
import type { Vote } from '#src/contract/votes.ts';
import { useAccountDialogs } from '#src/features/accounts/dialogs/use-account-dialogs.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { onePerPage } from '#src/page/browser/browser.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useObserved } from '#src/page/browser/use-observed.ts';
import { eachWakingMinute } from '#src/page/each-waking-minute.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { useSession } from '#src/page/session/use-session.ts';
import { inTime } from '#src/page/wire/in-time.ts';
import { type PageQuery, wireQuery } from '#src/page/wire/page-query.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { Observable } from '#src/platform/observable/observable.ts';
import round from '#src/ui/button/round-button.module.css';
import { Icon } from '#src/ui/icon/icon.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';
import styles from './vote-button.module.css';
import type { VoteStatus } from './votes.wire.ts';

/**
 * Like or dislike for a track; an empty place where there is none to vote on. A guest is led to register and then has
 * voted. When the member has voted on the track this week, the given vote stands out and the other is dimmed
 * [R41, R42, R138].
 * @param title the full title
 */
export function VoteButton({ vote, title }: { vote: Vote; title: string | null }) {
  const votesUnderWay = votesUnderWayOf(useBrowser());
  const text = useText();
  const { openGate } = useAccountDialogs();
  const castVote = useCastVote();
  const { user } = useSession();
  const status = useVoteStatus(title);
  const isSending = useObserved(
    votesUnderWay,
    () => title !== null && votesUnderWay.has(title),
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
      className={`${round.round} ${styles.vote} ${hasVoted ? styles.settled : ''}`}
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

/** A clock that runs ahead has asked before the week was over: a track that comes back is asked about again. */
const STALE_MS = 10 * MINUTE_MS;

/**
 * What the member has said of a track this week; undefined while it is unknown, and for guests. Asked once a track
 * and day, again when the track comes back, and never by a tab that nobody sees.
 */
function useVoteStatus(title: string | null): VoteStatus | undefined {
  const { user } = useSession();
  const today = useToday();
  // Also after a night's sleep: at midnight a week may have ended. A guest's page writes no date: the first formatter took
  // 28 of the 170 ms of script in which a home page comes to life.
  const day = useSyncExternalStore(
    eachWakingMinute,
    () => (user !== null && document.visibilityState === 'visible' ? today() : ''),
    () => '',
  );
  const { queryKey, queryFn } = voteStatusQuery(
    { userId: user?.id ?? '', title: title ?? '', day },
    useLanguage(),
  );
  const { data } = useQuery({
    queryKey,
    queryFn,
    enabled: title !== null && day !== '',
    staleTime: STALE_MS,
    retry: false,
    notifyOnChangeProps: ['data'],
  });
  return data;
}

/** Votes as a member and says what became of it [R42]. The title is the full one. */
export function useCastVote(): (ballot: { userId: string; title: string; vote: Vote }) => void {
  const browser = useBrowser();
  const text = useText();
  const language = useLanguage();
  const today = useToday();
  const showToast = useToast();
  return (ballot) => {
    const cast = async () => {
      const { sendVote } = await inTime(() => import('./send-vote.ts'));
      const status = voteStatusQuery({ ...ballot, day: today() }, language);
      const message = await sendVote(browser, { ...ballot, language, status });
      if (message) showToast(message[0], text(message[1]));
    };
    votesUnderWayOf(browser)
      .send(ballot.title, cast)
      .catch(() => showToast('refusal', text('player.vote-failed')));
  };
}

/**
 * What a member has said of a track this week. Their own token alone may ask.
 * @param ballot.day in the station's time zone: an answer holds for one day, since a week may end with it [R41]
 */
function voteStatusQuery(
  ballot: { readonly userId: string; readonly title: string; readonly day: string },
  language: Language,
): PageQuery<VoteStatus> {
  const query = wireQuery(
    'votes&action=status',
    { user_id: ballot.userId, full_title: ballot.title },
    language,
    () => import('./votes.wire.ts').then((file) => file.voteStatusSchema),
  );
  return { ...query, queryKey: [...query.queryKey, ballot.day] };
}

/** The station's date: words that nobody reads, and that change at its midnight. */
function useToday(): () => string {
  const { timezone } = useStation();
  return () => {
    const format = dates.get(timezone) ?? new Intl.DateTimeFormat('en', { timeZone: timezone });
    dates.set(timezone, format);
    return format.format(systemClock.nowMs());
  };
}

/** By time zone: each takes the browser milliseconds. */
const dates = new Map<string, Intl.DateTimeFormat>();

/**
 * The tracks on which a vote is being sent, whichever button it came from: their buttons rest until it has arrived, and
 * those of the next track do not wait for it [R42].
 */
export class VotesUnderWay extends Observable {
  readonly #titles = new Set<string>();

  has(title: string): boolean {
    return this.#titles.has(title);
  }

  /** Runs `send`, unless a vote on that track is under way: then nothing happens. */
  async send(title: string, send: () => Promise<void>): Promise<void> {
    if (this.#titles.has(title)) return;
    this.#titles.add(title);
    this.tell();
    try {
      await send();
    } finally {
      this.#titles.delete(title);
      this.tell();
    }
  }
}

const votesUnderWayOf = onePerPage(() => new VotesUnderWay());
