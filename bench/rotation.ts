import { chooseTrack } from '#src/broadcast/rotation/choose-track.ts';
import { RotationMemory } from '#src/broadcast/rotation/rotation-memory.ts';
import { ROTATION_RULES } from '#src/broadcast/rotation/rotation-rules.ts';
import {
  ROTATION_GOALS,
  type RotationFigures,
  rotationFigures,
} from '#src/broadcast/rotation/testing/rotation-figures.ts';
import {
  SAMPLE_LIBRARIES,
  sampleLibrary,
  unevenCounts,
} from '#src/broadcast/rotation/testing/sample-libraries.ts';
import {
  poolOf,
  SIMULATED_START_MS,
  seededRandom,
  simulateRotation,
} from '#src/broadcast/rotation/testing/simulate-rotation.ts';
import type { Result } from './result.ts';

const DAYS = 30;
const MINUTE_MS = 60_000;
const LARGE = { tracks: 40_000, artists: 9_000, choices: 200, trackMs: 210_000 };

/** A simulated month of several libraries, and what a choice costs in a very large one. */
export async function rotation(): Promise<Result[]> {
  const table = Object.entries(SAMPLE_LIBRARIES).map(([name, counts]) => {
    const records = sampleLibrary(counts);
    const plays = simulateRotation({ records, days: DAYS, random: seededRandom(1) });
    return { name, figures: rotationFigures(records, plays) };
  });
  console.table(Object.fromEntries(table.map(({ name, figures }) => [name, rowOf(figures)])));
  return [...table.flatMap(({ name, figures }) => resultsOf(name, figures)), choiceTime()];
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
      atLeast: ROTATION_GOALS.evenGaps * 100,
    }),
    ...(figures.correlation === null
      ? []
      : [
          result('rank correlation of a round with the next', '', figures.correlation, {
            atMost: ROTATION_GOALS.correlation,
          }),
        ]),
    figures.repeatedOrders === null
      ? result('different orders', '', figures.differentOrders, { atLeast: 2 })
      : result('orders that come again within a day', '', figures.repeatedOrders, { atMost: 0 }),
  ];
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
