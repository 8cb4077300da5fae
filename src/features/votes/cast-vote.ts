import { CallError } from '#src/page/wire/call-error.ts';
import type { VoteStatus } from './votes.wire.ts';

/** The calls of one vote. They reject with a CallError. */
export interface VoteCalls {
  askStatus(): Promise<Pick<VoteStatus, 'has_voted'>>;
  submit(): Promise<unknown>;
}

/**
 * What has become of a vote: `kept` · `known`: there was one this week before, nothing was sent · `refused` by the
 * server, which means the same · `failed`: nobody knows · `signed-out`: the session has ended.
 */
export type VoteEnd = 'kept' | 'known' | 'refused' | 'failed' | 'signed-out';

/** Votes once a track and week: the server is asked before anything is sent [R42]. Never rejects. */
export async function castVote(calls: VoteCalls): Promise<VoteEnd> {
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
    return isRefusal(error) ? 'refused' : 'failed';
  }
}

function hasEndedSession(error: unknown): boolean {
  return error instanceof CallError && error.status === 401;
}

/** An answer without success. No answer, one that nobody can read, and a server in trouble are none. */
function isRefusal(error: unknown): boolean {
  const isAnswer = error instanceof CallError && error.status > 0 && error.code !== 'unreadable_answer';
  return isAnswer && error.status < 500;
}
