import { realpathSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const MINUTE_MS = 60_000;

/** Waiting ends when what is waited for is there: these limits are for what never comes, on the slowest of machines. */
const PATIENT = {
  testTimeout: 3 * MINUTE_MS,
  hookTimeout: 4 * MINUTE_MS,
  expect: { poll: { timeout: MINUTE_MS } },
  // What fails once on a busy machine may not do so again: its words are all that there is.
  chaiConfig: { truncateThreshold: 2_000 },
};

/** Files of one worker share what they import: loading it anew for each took half of the time of all unit tests. */
const SHARING = { isolate: false, unstubGlobals: true, unstubEnvs: true };

/** Browser files that mostly wait for what a radio plays at its own pace, or for what comes back to it. */
const WAITS = [
  'player-outages',
  'player-behind',
  'player-resume',
  'player-hls',
  'heard-titles',
  'shared-cache',
].map((name) => realpathSync(resolve(import.meta.dirname, `tests/browser/${name}.test.ts`)));

/** Has those that wait go first, beside others that compute: at the end of a run nothing would fill their time. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waits = (file: TestSpecification) => WAITS.includes(file.moduleId);
    return [...sorted.filter(waits), ...sorted.filter((file) => !waits(file))];
  }
}

/** The same cases on each engine: `ONDE_TEST_ENGINE` tells tests/support/test-database.ts which one. */
function onEngine(engine: 'sqlite' | 'postgres') {
  return {
    test: {
      ...SHARING,
      name: `wire-${engine}`,
      include: ['tests/wire/**/*.test.ts', 'tests/db/**/*.test.ts'],
      env: { ONDE_TEST_ENGINE: engine },
      ...PATIENT,
      globalSetup: engine === 'postgres' ? ['tests/support/postgres-setup.ts'] : [],
    },
  };
}

export default defineConfig({
  test: {
    // Vitest leaves a core to itself, and of two only one then works. More than eight are hardly faster, and each takes
    // memory, and connections of the one PostgreSQL.
    maxWorkers: Math.min(8, Math.max(2, availableParallelism() - 1)),
    sequence: { sequencer: WaitingFirst },
    projects: [
      {
        test: {
          ...SHARING,
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'demo/**/*.test.ts', 'scripts/**/*.test.ts'],
          ...PATIENT,
        },
      },
      onEngine('sqlite'),
      onEngine('postgres'),
      {
        test: {
          ...SHARING,
          name: 'broadcast',
          include: ['tests/broadcast/**/*.test.ts', 'tests/durability/**/*.test.ts'],
          // Most of their time they listen to a radio that plays at its own pace.
          maxWorkers: 4,
          ...PATIENT,
          // Some wait for an import, which gets what the others leave.
          testTimeout: 9 * MINUTE_MS,
        },
      },
      {
        test: {
          ...SHARING,
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          // Each file has a radio and a browser of its own. Two leave a quarter of two cores idle, four are no faster.
          maxWorkers: 3,
          ...PATIENT,
          // A browser has races of its own. What needs a second try is named at the end of the run, to be mended.
          retry: 1,
        },
      },
      {
        test: {
          name: 'engines',
          include: ['tests/engines/**/*.test.ts'],
          ...PATIENT,
          retry: 1,
        },
      },
    ],
  },
});
