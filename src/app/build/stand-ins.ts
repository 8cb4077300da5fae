import type { Plugin } from 'vite';

/** What stands in for parts of libraries, by the end of their module's id: what the rest asks of them. */
const STAND_INS: Readonly<Record<string, string>> = {
  // Calls that change something are made by `callWire`, since none of them is ever sent later by itself
  // (docs/decisions/043-calls-that-end.md).
  'query-core/build/modern/mutationCache.js': `export class MutationCache {
    getAll() { return [] }
    findAll() { return [] }
    clear() {}
    async resumePausedMutations() {}
  }`,
  // Nobody gives it other timers than the browser's.
  'query-core/build/modern/timeoutManager.js': `export const timeoutManager = {
    setTimeout: (callback, ms) => setTimeout(callback, ms),
    setInterval: (callback, ms) => setInterval(callback, ms),
    clearTimeout: (timer) => clearTimeout(timer),
    clearInterval: (timer) => clearInterval(timer),
  }
  export const defaultTimeoutProvider = timeoutManager
  export class TimeoutManager {}
  export const systemSetTimeoutZero = (callback) => setTimeout(callback)`,
  // A script waits for its style sheets. One that does not come does not keep it: it is fetched again
  // (src/page/navigation/late-styles.ts).
  'vite/preload-helper.js': `const asked = {}
  const ask = (path) => {
    const isSheet = path.endsWith('.css')
    const rel = isSheet ? 'stylesheet' : 'modulepreload'
    const href = '/' + path
    if (document.querySelector(\`link[rel=\${rel}][href="\${href}"]\`)) return
    return new Promise((settle) => {
      const handlers = { onload: settle, onerror: settle }
      document.head.append(Object.assign(document.createElement('link'), { rel, href, ...handlers }))
      if (!isSheet) settle()
    })
  }
  export const __vitePreload = (load, paths) =>
    Promise.all((paths ?? []).map((path) => (asked[path] ??= ask(path)))).then(load)`,
};

const IDS = Object.keys(STAND_INS);

/** Leaves out of libraries what no page uses. */
export const standIns: Plugin = {
  name: 'stand-ins',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: new RegExp(`(${IDS.join('|')})$`) },
    handler: (id) => {
      const code = STAND_INS[IDS.find((end) => id.endsWith(end)) ?? ''];
      return code === undefined ? null : { code, moduleSideEffects: false };
    },
  },
};
