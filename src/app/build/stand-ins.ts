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
  // (src/page/navigation/late-styles.ts). A script is imported once it is in the browser's cache: some browsers never
  // try one again that got lost on the way, or in whose place something in between sent a page. By its own text where it
  // needs no other file.
  'vite/preload-helper.js': `const asked = {}
  const ask = async (path) => {
    const href = '/' + path
    if (document.querySelector(\`link[href="\${href}"]\`)) return
    if (path.endsWith('.css'))
      return new Promise((settle) =>
        document.head.append(
          Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload: settle, onerror: settle }),
        ),
      )
    const answer = await fetch(href)
    if (!answer.ok || /html/.test(answer.headers.get('content-type'))) throw answer
    await answer.blob()
  }
  const get = (path) =>
    (asked[path] ??= ask(path).catch((error) => {
      asked[path] = undefined
      throw error
    }))
  export const __vitePreload = async (load, paths) => {
    const [, own] = /import\\(.\\.\\/([\\w.-]+)/.exec(load) ?? []
    await Promise.all((paths?.length ? paths : own ? ['assets/' + own] : []).map(get))
    return load()
  }`,
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
