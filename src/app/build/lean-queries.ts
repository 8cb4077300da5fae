import type { Plugin } from 'vite';

/** What stands in for parts of the query library, by file: what the rest of it asks of them. */
const STAND_INS: Readonly<Record<string, string>> = {
  // Calls that change something are made by `callWire`, since none of them is ever sent later by itself
  // (docs/decisions/043-calls-that-end.md).
  mutationCache: `export class MutationCache {
    getAll() { return [] }
    findAll() { return [] }
    clear() {}
    async resumePausedMutations() {}
  }`,
  // Nobody gives it other timers than the browser's.
  timeoutManager: `export const timeoutManager = {
    setTimeout: (callback, ms) => setTimeout(callback, ms),
    setInterval: (callback, ms) => setInterval(callback, ms),
    clearTimeout: (timer) => clearTimeout(timer),
    clearInterval: (timer) => clearInterval(timer),
  }
  export const defaultTimeoutProvider = timeoutManager
  export class TimeoutManager {}
  export const systemSetTimeoutZero = (callback) => setTimeout(callback)`,
};

/** Leaves out of the query library what no page uses. */
export const leanQueries: Plugin = {
  name: 'lean-queries',
  apply: 'build',
  load: {
    filter: { id: new RegExp(`/query-core/build/modern/(${Object.keys(STAND_INS).join('|')})\\.js$`) },
    handler: (id) => STAND_INS[/(\w+)\.js$/.exec(id)?.[1] ?? ''] ?? null,
  },
};
