import type { Language } from '#src/contract/languages.ts';
import { type PageQuery, wireQuery } from '#src/page/wire/page-query.ts';
import type { VoteStatus } from './votes.wire.ts';

/** What a member has said of a track this week. Their own token alone may ask. */
export function voteStatusQuery(
  ballot: { readonly userId: string; readonly title: string },
  language: Language,
): PageQuery<VoteStatus> {
  return wireQuery(
    'votes&action=status',
    { user_id: ballot.userId, full_title: ballot.title },
    language,
    async () => (await import('./votes.wire.ts')).voteStatusSchema,
  );
}
