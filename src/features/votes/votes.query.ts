import type { Language } from '#src/contract/languages.ts';
import { type PageQuery, wireQuery } from '#src/page/wire/page-query.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import type { VoteStatus } from './votes.wire.ts';

/**
 * What a member has said of a track this week. Their own token alone may ask.
 * @param ballot.day of the station: an answer is of one day, since a week ends with one of them [R41]
 */
export function voteStatusQuery(
  ballot: { readonly userId: string; readonly title: string; readonly day: string },
  language: Language,
): PageQuery<VoteStatus> {
  const query = wireQuery(
    'votes&action=status',
    { user_id: ballot.userId, full_title: ballot.title },
    language,
    async () => (await import('./votes.wire.ts')).voteStatusSchema,
  );
  return { ...query, queryKey: [...query.queryKey, ballot.day] };
}

/** The day that it is, by the clocks of a time zone. */
export function dayIn(timeZone: string): string {
  return new Date(systemClock.nowMs()).toLocaleDateString('en', { timeZone });
}
