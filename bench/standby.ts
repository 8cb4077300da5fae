import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type JournalEntry, journalEntrySchema } from '#src/broadcast/journal/journal-entry.wire.ts';
import { listen } from '#src/broadcast/testing/listen.ts';
import { TAKE_OVER_MS } from '#src/contract/limits.ts';
import { parseJsonLines } from '#src/platform/files/json-lines.ts';
import { type GroupMachine, isHeard, onAirOf, startGroup, until } from '../tests/broadcast/support/group.ts';
import { startPostgres } from '../tests/support/postgres.ts';
import type { Result } from './result.ts';
import { percentile } from './support/crowd.ts';

/** How often the machine on the air is killed, and how often the database is away; 50 and 50 for a long look. */
const KILLS = Number(process.env.ONDE_STANDBY_KILLS ?? 5);
const LOSSES = Number(process.env.ONDE_STANDBY_LOSSES ?? 5);
/** Short pieces, so that many begin while a machine dies. */
const PIECE_SECONDS = 9;
const PIECES = 24;
/** Sound that is compared, frame by frame: some seconds before a kill. */
const HEARD_BYTES = 64_000;
const LOOK_EVERY_MS = 100;
/** A frame is 26 ms: pieces further apart than a rounding are not back to back. */
const SAME_FRAME_MS = 14;
const FRAME_MS = 1152 / 44.1;

/** `both` the database itself · `holder`, `standby` one way to it · `silent` nothing comes through, nothing ends. */
const LOSS_WAYS = ['both', 'holder', 'standby', 'silent'] as const;

/**
 * Two machines of a group: the one on the air killed again and again, and the database away again and again, at any
 * moment of any piece. Who was heard, after how long, and whether it was the same sound.
 */
export async function standby(): Promise<Result[]> {
  await using postgres = await startPostgres();
  await using group = await startGroup(postgres, { tones: PIECES, seconds: PIECE_SECONDS });
  let [onAir, other] = group.machines as [GroupMachine, GroupMachine];
  const takeOvers: number[] = [];
  let differing = 0;
  for (let round = 0; round < KILLS; round += 1) {
    await settled(onAir, other);
    await delay(Math.random() * 3_000);
    const fromMs = Date.now() - 5_000;
    const before = await soundOf(onAir, fromMs);
    const killedMs = performance.now();
    await onAir.radio.end('SIGKILL');
    await until(() => isHeard(other));
    takeOvers.push(performance.now() - killedMs);
    if (!before.equals(await soundOf(other, fromMs))) differing += 1;
    console.log(`  kill ${round + 1}: heard again after ${takeOvers.at(-1)?.toFixed(0)} ms`);
    await onAir.start();
    [onAir, other] = [other, onAir];
  }
  const twice: string[] = [];
  let silent = 0;
  for (let round = 0; round < LOSSES; round += 1) {
    const way = LOSS_WAYS[round % LOSS_WAYS.length] ?? 'both';
    await settled(onAir, other);
    const cut = way === 'holder' ? [onAir] : way === 'standby' ? [other] : [onAir, other];
    for (const { database } of cut) {
      if (way === 'silent') database.fallSilent();
      else await database.breakOff();
    }
    await look(2_500 + Math.random() * 4_000);
    for (const { database } of cut) await database.mend();
    await look(5_500);
    console.log(`  loss ${round + 1} (${way}): ${twice.length} times both so far, ${silent} times nobody`);

    async function look(forMs: number): Promise<void> {
      for (const endMs = performance.now() + forMs; performance.now() < endMs; await delay(LOOK_EVERY_MS)) {
        const [first, second] = await Promise.all([isHeard(onAir), isHeard(other)]);
        if (first && second) twice.push(way);
        if (!first && !second) silent += 1;
      }
    }
  }
  await settled(onAir, other);
  const plays = await played(onAir);
  const drained = await countDrained(group.databaseUrl, plays.length);
  const worst = (name: string, figure: number, atMost: number, unit = '') => ({
    what: name,
    unit,
    onde: figure,
    peer: null,
    goal: { of: 'figure' as const, atMost },
  });
  console.log(`  heard again after ${percentile(takeOvers, 0.5).toFixed(0)} ms at the median`);
  return [
    worst(`${KILLS} kills: heard again, at most`, Math.max(0, ...takeOvers), TAKE_OVER_MS, 'ms'),
    worst('kills after which another sound stood at the same instants', differing, 0),
    worst(`${LOSSES} losses of the database: looks that found both on the air`, twice.length, 0),
    worst('looks that found nobody', silent, 0),
    worst(`${plays.length} pieces in the journal: not back to back`, brokenJoins(plays), 0),
    worst('of them missing in the database', plays.length - drained, 0),
  ];
}

/** Until one is on the air, and the other one has stood by long enough to take over. */
async function settled(onAir: GroupMachine, other: GroupMachine): Promise<void> {
  await until(async () => (await onAirOf(onAir)) === true && (await onAirOf(other)) === false);
  await delay(2_500);
}

async function soundOf({ radio }: GroupMachine, fromMs: number): Promise<Buffer> {
  using heard = listen(radio.origin, `/stream/dance.mp3?from=${fromMs}`);
  return (await heard.bytes(HEARD_BYTES)).subarray(0, HEARD_BYTES);
}

/** What the files of a machine say that was played, its own and the other one's. */
async function played({ home: { folder } }: GroupMachine): Promise<JournalEntry[]> {
  const names = (await readdir(folder.journal)).sort();
  const days = await Promise.all(names.map((name) => readFile(join(folder.journal, name), 'utf8')));
  return days.flatMap((day) => parseJsonLines(day.split('\n'), journalEntrySchema));
}

/** How often a piece of a stream did not begin where the one before it had ended. */
function brokenJoins(plays: readonly JournalEntry[]): number {
  let broken = 0;
  for (const pieces of Map.groupBy(plays, ({ streamId }) => streamId).values()) {
    for (const [at, { startedMs }] of pieces.entries()) {
      const before = pieces[at - 1];
      if (before === undefined) continue;
      const endMs = before.startedMs + Math.round(before.durationMs / FRAME_MS) * FRAME_MS;
      if (Math.abs(endMs - startedMs) > SAME_FRAME_MS) broken += 1;
    }
  }
  return broken;
}

/** How many plays the database has; waits for a drain under way. */
async function countDrained(databaseUrl: string, wanted: number): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (let tries = 0; ; tries += 1) {
      const { rows } = await client.query<{ count: string }>('select count(*) from plays');
      const count = Number(rows[0]?.count);
      if (count >= wanted || tries > 40) return count;
      await delay(1_000);
    }
  } finally {
    await client.end();
  }
}
