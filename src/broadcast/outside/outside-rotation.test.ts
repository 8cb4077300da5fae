import { expect, test } from 'vitest';
import type { JournalEntry } from '#src/broadcast/journal/journal-entry.wire.ts';
import { Library } from '#src/broadcast/rotation/library.ts';
import { DAY_MS } from '#src/contract/durations.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { stationConfig } from '#src/station/config/station-config.ts';
import { mediaRecord } from '#src/station/testing/station-data.ts';
import { AUTODJ_REPORTS_KEPT, OutsideRotation } from './outside-rotation.ts';

const TRACKS = 12;

function open(before: readonly JournalEntry[] = []) {
  const records = Array.from({ length: TRACKS }, (_, at) =>
    mediaRecord(at + 1, `Artist ${at}`, `Title ${at}`, 'dance'),
  );
  const journal: JournalEntry[] = [];
  const clock = new ManualClock();
  const rotation = new OutsideRotation({
    config: () => stationConfig({}),
    library: new Library(new Map(records.map((record) => [record.id, record]))),
    plays: new Map([['dance', before]]),
    journal: { append: (entry) => void (entry.kind === 'track' && journal.push(entry)) },
    random: () => 0.5,
    clock,
  });
  const next = async () => {
    const given = await rotation.next('dance');
    if (given === null) throw new Error('no track');
    return given;
  };
  return { rotation, journal, clock, next };
}

test('[W196] each track comes once a round, also when several are asked for ahead', async () => {
  const { next } = open();
  const asked = await Promise.all(Array.from({ length: TRACKS }, next));
  expect(new Set(asked.map(({ record }) => record.id)).size).toBe(TRACKS);
  expect(new Set(asked.map(({ id }) => id)).size).toBe(TRACKS);
});

test('[W197] a play is written down once for an id, with why it came', async () => {
  const { rotation, journal, next } = open();
  const { id, record } = await next();
  expect([rotation.played(id), rotation.played(id)]).toEqual(['new', 'known']);
  expect(journal).toEqual([
    expect.objectContaining({ streamId: 'dance', id: record.id, outside: id, kind: 'track' }),
  ]);
  expect(journal[0]?.choice).toMatchObject({ round: expect.any(Number) });
  for (const unknown of [
    '',
    'dance',
    `hits-${'0'.repeat(32)}-mhvq0000`,
    id.toUpperCase(),
    `${id}x`.repeat(9),
  ])
    expect(rotation.played(unknown)).toBe('unknown');
});

test('[W196, W197] after a restart it goes on with what was not reported, and knows the reports again', async () => {
  const first = open();
  const played = [];
  for (let count = 0; count < TRACKS - 2; count += 1) {
    const given = await first.next();
    first.clock.advance(given.record.durationMs);
    first.rotation.played(given.id);
    played.push(given);
  }
  const { rotation, next, clock } = open(first.journal);
  clock.advance(first.clock.monotonicMs());
  expect(played.map(({ id }) => rotation.played(id))).toEqual(played.map(() => 'known'));
  const rest = [await next(), await next()].map(({ record }) => record.id);
  expect(played.filter(({ record }) => rest.includes(record.id))).toEqual([]);
});

test('[W197] plays reported in the same millisecond are different ones', async () => {
  const { rotation, journal, next } = open();
  for (let count = 0; count < 3; count += 1) rotation.played((await next()).id);
  expect(new Set(journal.map(({ startedMs }) => startedMs)).size).toBe(3);
});

test('however often it is asked, it holds no more than it may', async () => {
  const { rotation, journal, next } = open();
  const [first] = await Promise.all(Array.from({ length: AUTODJ_REPORTS_KEPT + 50 }, next));
  for (let count = 0; count < AUTODJ_REPORTS_KEPT + 50; count += 1) rotation.played((await next()).id);
  expect(journal).toHaveLength(AUTODJ_REPORTS_KEPT + 50);
  expect(rotation.played(first?.id ?? '')).toBe('new');
  expect(await rotation.next('hits')).toBeNull();
});

test('[W208] after the clock was set back a report is dated by it, and tracks go on having their turns', async () => {
  const { rotation, journal, clock, next } = open();
  const trueMs = clock.nowMs();
  clock.setWallClock(trueMs + DAY_MS);
  const first = await next();
  clock.advance(1_000);
  rotation.played(first.id);
  clock.setWallClock(trueMs);
  clock.advance(first.record.durationMs);
  const second = await next();
  clock.advance(1_000);
  rotation.played(second.id);
  const { durationMs } = first.record;
  expect(journal.map(({ startedMs }) => startedMs - trueMs)).toEqual([DAY_MS + 1_000, durationMs + 1_000]);
  const rest = await Promise.all(Array.from({ length: TRACKS - 2 }, next));
  expect(new Set([first, second, ...rest].map(({ record }) => record.id)).size).toBe(TRACKS);
  clock.advance(DAY_MS / 2);
  // By the count that track has rested for half a day; by its date it would for half a day more.
  const choices = [];
  for (let count = 0; count < TRACKS; count += 1) {
    const given = await next();
    clock.advance(given.record.durationMs);
    rotation.played(given.id);
    choices.push(journal.at(-1)?.choice);
  }
  expect(choices.filter((choice) => choice?.bent?.includes('track'))).toEqual([]);
});

test('[W208] plays that are dated later than now have been heard, and are over', async () => {
  const ahead = open();
  ahead.clock.setWallClock(ahead.clock.nowMs() + 30 * DAY_MS);
  for (let count = 0; count < TRACKS; count += 1) {
    const { id, record } = await ahead.next();
    ahead.clock.advance(record.durationMs);
    ahead.rotation.played(id);
  }
  const { next, clock, rotation, journal } = open(ahead.journal);
  await next();
  clock.advance(DAY_MS);
  rotation.played((await next()).id);
  expect(journal.at(-1)?.choice?.bent).toBeUndefined();
});
