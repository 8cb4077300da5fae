import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { DAY_MS } from '#src/contract/durations.ts';
import { DELETED_AT_ONCE } from '#src/db/delete-in-steps.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { HEARD_PIECES_DAYS, sweepHeardPieces } from '#src/records/listening/heard-pieces.ts';
import { createTestDatabase } from '../support/test-database.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 12);
const OLDEST_MS = NOW_MS - HEARD_PIECES_DAYS * DAY_MS;

function rowAt(startedMs: number) {
  return {
    stream_id: 'dance' as const,
    started_ms: startedMs,
    media_id: 'a',
    from_ms: startedMs,
    kind: 'track' as const,
    ended_ms: startedMs + 1,
    guest_listeners: 1,
    guest_whole: 1,
    guest_sent_ms: 1,
    member_listeners: 0,
    member_whole: 0,
    member_sent_ms: 0,
  };
}

test('what pieces were heard by is deleted after three years, and not sooner [R175]', async () => {
  await using database = await createTestDatabase('migrated');
  await using db = await openDatabase(database.options);
  for (const startedMs of [OLDEST_MS - 1, OLDEST_MS, NOW_MS])
    await db.insertInto('heard_pieces').values(rowAt(startedMs)).execute();
  await sweepHeardPieces(db, NOW_MS);
  const rows = await db.selectFrom('heard_pieces').select('started_ms').orderBy('started_ms').execute();
  expect(rows.map(({ started_ms }) => started_ms)).toEqual([OLDEST_MS, NOW_MS]);
});

test('what has gathered while a station was off goes in steps, between which others are served', async () => {
  await using database = await createTestDatabase('migrated');
  await using db = await openDatabase(database.options);
  const gathered = Array.from({ length: 2.5 * DELETED_AT_ONCE }, (_, at) => rowAt(OLDEST_MS - 1 - at));
  for (let from = 0; from < gathered.length; from += 500)
    await db
      .insertInto('heard_pieces')
      .values(gathered.slice(from, from + 500))
      .execute();
  await db.insertInto('heard_pieces').values(rowAt(OLDEST_MS)).execute();
  const deleted: bigint[] = [];
  const noting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (result.numAffectedRows !== undefined) deleted.push(result.numAffectedRows);
      return result;
    },
  };
  await sweepHeardPieces(db.withPlugin(noting), NOW_MS);
  expect(deleted.map(Number)).toEqual([DELETED_AT_ONCE, DELETED_AT_ONCE, DELETED_AT_ONCE / 2]);
  const rows = await db.selectFrom('heard_pieces').select('started_ms').execute();
  expect(rows).toEqual([{ started_ms: OLDEST_MS }]);
});
