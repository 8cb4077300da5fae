import { expect, it } from 'vitest';
import { steadyRouteImports } from './steady-routes-plugin.ts';

it('every import of a route waits for the radio', () => {
  const code = `const a = await import(
    /* @vite-ignore */
    /* webpackIgnore: true */
    route.module
  );
  import(/* @vite-ignore */ modulePath);`;
  const steady = steadyRouteImports(code);
  expect(steady).toContain('await whenReachable(() => import(/* @vite-ignore */ route.module))');
  expect(steady).toContain('whenReachable(() => import(/* @vite-ignore */ modulePath))');
  expect(steady).toMatch(/^import \{ whenReachable \} from "[^"]+\/page\/when-reachable\.ts";/);
});

it('a module without such imports stays as it is', () => {
  expect(steadyRouteImports("import { a } from './b.js';")).toBe("import { a } from './b.js';");
});
