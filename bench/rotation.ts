import { setImmediate } from 'node:timers/promises';
import { chooseTrack } from '#src/broadcast/rotation/choose-track.ts';
import { Library } from '#src/broadcast/rotation/library.ts';
import { ROTATION_RULES } from '#src/broadcast/rotation/pool-rests.ts';
import { Programme } from '#src/broadcast/rotation/programme.ts';
import { RotationMemory } from '#src/broadcast/rotation/rotation-memory.ts';
import {
  faultsOf,
  ROTATION_GOALS,
  type RotationFigures,
  rotationFigures,
} from '#src/broadcast/rotation/testing/rotation-figures.ts';
import {
  LIBRARY_KINDS,
  type LibraryKind,
  randomLibrary,
  SAMPLE_LIBRARIES,
  sampleLibrary,
  unevenCounts,
} from '#src/broadcast/rotation/testing/sample-libraries.ts';
import {
  poolOf,
  SIMULATED_START_MS,
  simulateRotation,
} from '#src/broadcast/rotation/testing/simulate-rotation.ts';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { stationConfig } from '#src/station/config/station-config.ts';
import { seededRandom } from '../src/broadcast/rotation/seeded-random.ts';
import type { Result } from './result.ts';

/** Days that are simulated for each library that has a name. */
const DAYS = 30;
const LARGE = { tracks: 40_000, artists: 9_000, choices: 200, trackMs: 210_000 };

/** A thousand random libraries, half of them with long pieces. */
const RANDOM: Record<LibraryKind, number> = {
  ordinary: 200,
  short: 150,
  'long pieces': 300,
  dominant: 150,
  'dominant, long pieces': 200,
};
const RANDOM_DAYS = 12;

/** A simulated month of several libraries, many random ones, and what a choice costs in a very large one. */
export async function rotation(): Promise<Result[]> {
  const table = Object.entries(SAMPLE_LIBRARIES).map(([name, records]) => {
    const plays = simulateRotation({ records, days: DAYS, random: seededRandom(1) });
    return { name, figures: rotationFigures(records, plays) };
  });
  console.table(Object.fromEntries(table.map(({ name, figures }) => [name, rowOf(figures)])));
  const kinds = LIBRARY_KINDS.map((kind) => ({ kind, all: randomFigures(kind) }));
  console.table(Object.fromEntries(kinds.map(({ kind, all }) => [kind, summaryOf(all)])));
  return [
    ...table.flatMap(({ name, figures }) => resultsOf(name, figures)),
    ...kinds.map(({ kind, all }) => beyondGoals(kind, all)),
    choiceTime(),
    await longestBlock(),
  ];
}

function randomFigures(kind: LibraryKind): RotationFigures[] {
  return Array.from({ length: RANDOM[kind] }, (_, seed) => {
    const records = randomLibrary(kind, seededRandom(seed));
    const plays = simulateRotation({ records, days: RANDOM_DAYS, random: seededRandom(seed + 1) });
    const figures = rotationFigures(records, plays);
    const faults = faultsOf(figures);
    if (faults.length > 0) console.log(`  ${kind}, seed ${seed}: ${faults.join('; ')}`);
    return figures;
  });
}

/** The worst of many libraries. */
function summaryOf(all: readonly RotationFigures[]): Record<string, string | number> {
  const most = (figure: (one: RotationFigures) => number) => Math.max(...all.map(figure));
  const correlations = (isLong: boolean) =>
    all
      .filter(({ correlationMost }) => (correlationMost === ROTATION_GOALS.correlation) === isLong)
      .map(({ correlation }) => correlation)
      .filter((one) => one !== null)
      .sort((a, b) => a - b);
  const shown = (sorted: readonly number[]) =>
    sorted.length === 0
      ? '-'
      : `${sorted[Math.floor(sorted.length / 2)]?.toFixed(2)}, ${sorted.at(-1)?.toFixed(2)} at most`;
  return {
    'beyond the goals': all.filter((one) => faultsOf(one).length > 0).length,
    'plays, most : fewest': most(({ mostPlays, fewestPlays }) => mostPlays / fewestPlays).toFixed(2),
    'rest, of what is asked': (1 / most((one) => one.restLeastMs / one.shortestRestMs)).toFixed(2),
    'needlessly in a row': most(({ needlessRepeats }) => needlessRepeats),
    'even gaps, %': ((1 - most(({ evenGaps }) => 1 - evenGaps)) * 100).toFixed(1),
    'round to round': shown(correlations(true)),
    'in short pools': shown(correlations(false)),
  };
}

function beyondGoals(kind: LibraryKind, all: readonly RotationFigures[]): Result {
  return {
    what: `${RANDOM[kind]} random libraries, ${kind}: beyond the goals`,
    unit: 'libraries',
    onde: all.filter((one) => faultsOf(one).length > 0).length,
    peer: null,
    goal: { of: 'figure', atMost: 0 },
  };
}

function rowOf(figures: RotationFigures): Record<string, string | number> {
  const minutes = (ms: number) => Math.round(ms / MINUTE_MS);
  return {
    'plays of a track': `${figures.fewestPlays} to ${figures.mostPlays}`,
    'again after, min': `${minutes(figures.shortestRestMs)} (≥ ${minutes(figures.restLeastMs)})`,
    'needlessly in a row': figures.needlessRepeats,
    'even gaps, %': (figures.evenGaps * 100).toFixed(1),
    'round to round': figures.correlation?.toFixed(2) ?? '-',
    'orders again': figures.repeatedOrders ?? '-',
  };
}

function resultsOf(name: string, figures: RotationFigures): Result[] {
  const result = (what: string, unit: string, onde: number, goal: Omit<Result['goal'], 'of'>): Result => ({
    what: `${name}: ${what}`,
    unit,
    onde,
    peer: null,
    goal: { of: 'figure', ...goal },
  });
  const { fewestPlays, mostPlays, differenceMost, shortestRestMs, restLeastMs } = figures;
  return [
    result('plays of the most less those of the least played track', 'plays', mostPlays - fewestPlays, {
      atMost: Math.floor(differenceMost),
    }),
    result('shortest rest of a track', 'min', shortestRestMs / MINUTE_MS, {
      atLeast: Math.floor(restLeastMs / MINUTE_MS),
    }),
    result('an artist twice in a row although another’s track had rested', 'times', figures.needlessRepeats, {
      atMost: 0,
    }),
    result('even gaps of the artist with the fewest', '%', figures.evenGaps * 100, {
      atLeast: figures.evenGapsLeast * 100,
    }),
    ...(figures.correlation === null
      ? []
      : [
          result('rank correlation of a round with the next', '', figures.correlation, {
            atMost: figures.correlationMost,
          }),
        ]),
    figures.repeatedOrders === null
      ? result('different orders', '', figures.differentOrders, { atLeast: 2 })
      : result('orders that come again within a day', '', figures.repeatedOrders, { atMost: 0 }),
  ];
}

/**
 * A large library taken up cold: how long listeners of the same process wait at most, until its first choice.
 * CPU time of the longest slice, in the thread that serves them.
 */
async function longestBlock(): Promise<Result> {
  const records = sampleLibrary(unevenCounts(LARGE.tracks, LARGE.artists));
  const library = new Library(new Map());
  const { streams, timezone } = stationConfig({ streams: [{ id: 'dance', jingleEvery: 0 }] });
  const [stream] = streams;
  if (!stream) throw new Error('no stream');
  const programme = new Programme({
    streamId: 'dance',
    memory: new RotationMemory(),
    facts: () => ({ library, stream, timezone }),
    chance: () => seededRandom(1),
  });
  let longestMs = 0;
  let before = process.threadCpuUsage();
  const pause = async () => {
    const { user, system } = process.threadCpuUsage(before);
    longestMs = Math.max(longestMs, (user + system) / 1000);
    await setImmediate();
    before = process.threadCpuUsage();
  };
  for (const [at, record] of records.entries()) {
    if (at % 200 === 199) await pause();
    library.take(record);
  }
  await pause();
  await programme.prepare(SIMULATED_START_MS, pause);
  await pause();
  programme.next(SIMULATED_START_MS, false);
  await pause();
  return {
    what: `${LARGE.tracks} tracks taken up cold: the longest block of the process, CPU time`,
    unit: 'ms',
    onde: longestMs,
    peer: null,
    goal: { of: 'figure', atMost: 50 },
  };
}

/** CPU time, which other programs on the machine change little; the pool indexed as playout has it. */
function choiceTime(): Result {
  const random = seededRandom(1);
  const memory = new RotationMemory();
  const pool = poolOf(sampleLibrary(unevenCounts(LARGE.tracks, LARGE.artists)), memory, SIMULATED_START_MS);
  const choose = (choice: number) => {
    const atMs = SIMULATED_START_MS + choice * LARGE.trackMs;
    const chosen = chooseTrack({ pool, atMs, random, rules: ROTATION_RULES, resting: new Set() });
    if (chosen) memory.remember({ ...chosen.record, startedMs: atMs, choice: chosen.choice });
  };
  for (let choice = 0; choice < LARGE.choices; choice += 1) choose(choice);
  const before = process.cpuUsage();
  for (let choice = 0; choice < LARGE.choices; choice += 1) choose(LARGE.choices + choice);
  const { user, system } = process.cpuUsage(before);
  return {
    what: `one choice among ${LARGE.tracks} tracks of ${LARGE.artists} artists, CPU time`,
    unit: 'ms',
    onde: (user + system) / 1000 / LARGE.choices,
    peer: null,
    goal: { of: 'figure', atMost: 5 },
  };
}
