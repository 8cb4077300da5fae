import type { Plugin } from 'vite';

/** What the rest of the library asks of the part that is left out: there is nothing in it. */
const EMPTY = `export class MutationCache {
  getAll() { return [] }
  findAll() { return [] }
  clear() {}
  async resumePausedMutations() {}
}`;

/**
 * Leaves out the half of the query library that makes calls which change something: ours are made by
 * `callWire`, since none of them is ever sent later by itself (docs/decisions/043-calls-that-end.md).
 */
export const withoutMutations: Plugin = {
  name: 'without-mutations',
  apply: 'build',
  load: {
    filter: { id: /\/query-core\/build\/modern\/mutationCache\.js$/ },
    handler: () => EMPTY,
  },
};
