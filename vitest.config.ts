import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const MINUTE_MS = 60_000;

/** Files of one worker share what they import: loading it anew for each took half of the time of all unit tests. */
const SHARING = { isolate: false, unstubGlobals: true, unstubEnvs: true };

/** The same cases on each engine: `ONDE_TEST_ENGINE` tells tests/support/test-database.ts which one. */
function onEngine(engine: 'sqlite' | 'postgres') {
  return {
    test: {
      ...SHARING,
      name: `wire-${engine}`,
      include: ['tests/wire/**/*.test.ts', 'tests/db/**/*.test.ts'],
      env: { ONDE_TEST_ENGINE: engine },
      testTimeout: MINUTE_MS / 2,
      hookTimeout: MINUTE_MS / 2,
      globalSetup: engine === 'postgres' ? ['tests/support/postgres-setup.ts'] : [],
    },
  };
}

export default defineConfig({
  test: {
    // Vitest leaves a core to itself, and of two only one then works.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          ...SHARING,
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'demo/**/*.test.ts', 'scripts/**/*.test.ts'],
          testTimeout: MINUTE_MS / 2,
        },
      },
      onEngine('sqlite'),
      onEngine('postgres'),
      {
        test: {
          name: 'broadcast',
          include: ['tests/broadcast/**/*.test.ts', 'tests/durability/**/*.test.ts'],
          // Most of their time they listen to a radio that plays at its own pace.
          maxWorkers: 4,
          testTimeout: MINUTE_MS,
          hookTimeout: MINUTE_MS,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          // Each file has a radio and a browser of its own. Two leave a quarter of two cores idle, four are no faster.
          maxWorkers: 3,
          expect: { poll: { timeout: MINUTE_MS / 4 } },
          testTimeout: MINUTE_MS,
          hookTimeout: 2 * MINUTE_MS,
        },
      },
    ],
  },
});
