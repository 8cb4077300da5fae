import type { Language } from '#src/contract/languages.ts';
import type { Vote } from '#src/contract/votes.ts';
import type { TextKey } from '#src/i18n/text-key.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { CallError } from '#src/page/wire/call-error.ts';
import { callWire } from '#src/page/wire/call-wire.ts';
import { importNothing } from '#src/page/wire/import-nothing.ts';
import { memberChangesOf } from '#src/page/wire/member-changes.ts';
import type { PageQuery } from '#src/page/wire/page-query.ts';
import { queriesOf } from '#src/page/wire/query-client.ts';
import type { ToastKind } from '#src/ui/toast/toasts.tsx';
import type { VoteStatus } from './votes.wire.ts';

/**
 * What has become of a vote: `kept` · `known`: there was one this week before, nothing was sent · `refused` by the
 * server, which means the same · `failed`: nobody knows · `signed-out`: the session has ended.
 */
type VoteEnd = 'kept' | 'known' | 'refused' | 'failed' | 'signed-out';

/**
 * Votes on a track as the member of this page; every tab shows it. Fetched with a member's first vote.
 * @returns what the member is told of it [R42]; null after the session's end, which tells itself
 */
export async function sendVote(
  browser: Browser,
  ballot: {
    readonly userId: string;
    /** The full title. */
    readonly title: string;
    readonly vote: Vote;
    readonly language: Language;
    /** Asks what the member has said of that track this week. */
    readonly status: PageQuery<VoteStatus>;
  },
): Promise<readonly [ToastKind, TextKey] | null> {
  const queries = queriesOf(browser);
  const { userId, title, vote, language, status } = ballot;
  const end = await submitUnlessVoted({
    // Whatever is known here: a vote may have come from another device.
    askStatus: () => queries.fetchQuery({ ...status, staleTime: 0, retry: false }),
    submit: () =>
      callWire(
        browser,
        {
          endpoint: 'votes&action=submit',
          method: 'POST',
          language,
          body: { user_id: userId, full_title: title, vote },
        },
        importNothing,
      ),
  });
  if (end === 'kept') queries.setQueryData(status.queryKey, { has_voted: true, vote });
  // One that failed may have been kept, its answer lost.
  if (end !== 'known') void memberChangesOf(browser).tell(['votes&action=status']);
  return messageOf(end, vote);
}

function messageOf(end: VoteEnd, vote: Vote): readonly [ToastKind, TextKey] | null {
  switch (end) {
    case 'kept':
      return ['success', vote === 'like' ? 'player.like-done' : 'player.dislike-done'];
    case 'known':
      return ['info', 'player.vote-already'];
    case 'refused':
      return ['refusal', 'player.vote-already'];
    case 'failed':
      return ['refusal', 'player.vote-failed'];
    case 'signed-out':
      return null;
  }
}

/** The calls of one vote. They reject with a CallError. */
export interface VoteCalls {
  askStatus(): Promise<Pick<VoteStatus, 'has_voted'>>;
  submit(): Promise<unknown>;
}

/** Votes once a track and week: the server is asked before anything is sent [R42]. Never rejects. */
export async function submitUnlessVoted(calls: VoteCalls): Promise<VoteEnd> {
  try {
    if ((await calls.askStatus()).has_voted) return 'known';
  } catch (error) {
    return hasEndedSession(error) ? 'signed-out' : 'failed';
  }
  try {
    await calls.submit();
    return 'kept';
  } catch (error) {
    if (hasEndedSession(error)) return 'signed-out';
    return isRefused(error) ? 'refused' : 'failed';
  }
}

function hasEndedSession(error: unknown): boolean {
  return error instanceof CallError && error.status === 401;
}

/** True for a readable refusal; not for a missing or unreadable answer, or a server in trouble. */
function isRefused(error: unknown): boolean {
  // Some refuse with a status of success.
  const isAnswer = error instanceof CallError && error.status > 0 && error.code !== 'unreadable_answer';
  return isAnswer && error.status < 500;
}
