import type { Language } from '#src/contract/languages.ts';
import type { Vote } from '#src/contract/votes.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { callWire } from '#src/page/wire/call-wire.ts';
import { importNothing } from '#src/page/wire/import-nothing.ts';
import { memberChangesOf } from '#src/page/wire/member-changes.ts';
import { queriesOf } from '#src/page/wire/query-client.ts';
import { castVote, type VoteEnd } from './cast-vote.ts';
import { dayIn, voteStatusQuery } from './votes.query.ts';

/** Votes on a track as the member of this page; every tab shows it. Fetched with a member's first vote. */
export async function sendVote(
  browser: Browser,
  ballot: {
    readonly userId: string;
    /** The full title. */
    readonly title: string;
    readonly vote: Vote;
    readonly language: Language;
    /** Of the station. */
    readonly timezone: string;
  },
): Promise<VoteEnd> {
  const queries = queriesOf(browser);
  const { userId, title, vote, language, timezone } = ballot;
  const status = voteStatusQuery({ userId, title, day: dayIn(timezone) }, language);
  const end = await castVote({
    // Whatever is known here: a vote may have come from another device.
    askStatus: () => queries.fetchQuery({ ...status, staleTime: 0 }),
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
  if (end === 'kept' || end === 'refused') void memberChangesOf(browser).tell(['votes&action=status']);
  return end;
}
