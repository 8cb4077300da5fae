import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const WHEN_REACHABLE = fileURLToPath(new URL('../../page/when-reachable.ts', import.meta.url));
const FILES = /\/react-router\/dist\/[^?]*\/dom\/ssr\/(routeModules|routes)\.js$/;
const ROUTE_IMPORT = /\bimport\(\s*(?:\/\*[^*]*\*\/\s*)*([\w.]+)\s*\)/g;
const COMPLAINT =
  /console\.error\(`Error loading route module[^;]*;\s*console\.error\(error\);\s*if \(window[^;]*;/;

/**
 * React Router draws the whole page anew when a script of the next one does not come, and the sound is gone; offline, the
 * page is gone too. In the browser's build its imports wait for the radio instead (`when-reachable.ts`).
 */
export function steadyRoutesPlugin(): Plugin {
  const found = new Set<string>();
  return {
    name: 'onde:steady-routes',
    apply: 'build',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    transform(code, id) {
      const file = FILES.exec(id)?.[1];
      if (file === undefined) return;
      const steady = steadyRouteImports(code);
      if (steady === code) this.error(`React Router imports no routes in ${id} any more.`);
      found.add(file);
      return { code: steady, map: null };
    },
    buildEnd(error) {
      if (error === undefined && found.size !== 2)
        this.error('React Router imports its routes elsewhere now.');
    },
  };
}

/** The same module with imports of routes that wait for the radio. */
export function steadyRouteImports(code: string): string {
  const steady = code.replace(ROUTE_IMPORT, 'whenReachable(() => import(/* @vite-ignore */ $1))');
  if (steady === code) return code;
  return `import { whenReachable } from ${JSON.stringify(WHEN_REACHABLE)};\n${steady.replace(COMPLAINT, '')}`;
}
