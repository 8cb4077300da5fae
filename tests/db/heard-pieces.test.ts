import { expect, test } from 'vitest';
import { DAY_MS } from '#src/contract/durations.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { HEARD_PIECES_DAYS, sweepHeardPieces } from '#src/records/listening/heard-pieces.ts';
import { createTestDatabase } from '../support/test-database.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 12);

test('what pieces were heard by is deleted after three years, and not sooner [R175]', async () => {
  await using database = await createTestDatabase('migrated');
  await using db = await openDatabase(database.options);
  const oldestMs = NOW_MS - HEARD_PIECES_DAYS * DAY_MS;
  for (const startedMs of [oldestMs - 1, oldestMs, NOW_MS])
    await db
      .insertInto('heard_pieces')
      .values({
        stream_id: 'dance',
        started_ms: startedMs,
        media_id: 'a',
        from_ms: startedMs,
        kind: 'track',
        ended_ms: startedMs + 1,
        guest_listeners: 1,
        guest_whole: 1,
        guest_sent_ms: 1,
        member_listeners: 0,
        member_whole: 0,
        member_sent_ms: 0,
      })
      .execute();
  await sweepHeardPieces(db, NOW_MS);
  const rows = await db.selectFrom('heard_pieces').select('started_ms').orderBy('started_ms').execute();
  expect(rows.map(({ started_ms }) => started_ms)).toEqual([oldestMs, NOW_MS]);
});
