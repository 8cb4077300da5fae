/**
 * Every folder of `src`. The pages are built from the sources of PAGE_ROOMS without their `.server.ts` and
 * `.feature.ts`; of SERVER_ROOMS they take nothing but `.wire.ts`, the shapes both sides share. The import
 * directions of `.dependency-cruiser.cjs` derive from it, and a test compares it with the folders.
 */
export const PAGE_ROOMS = [
  'app',
  'contract',
  'features',
  'i18n',
  'members',
  'page',
  'platform',
  'station',
  'ui',
] as const;
export const SERVER_ROOMS = [
  'audio',
  'backup',
  'broadcast',
  'cli',
  'db',
  'group',
  'import',
  'records',
  'robots',
  'web',
] as const;

const SOURCE = /^(src(\/[^./][^/]*)+\.(tsx?|css|json)|[^./][^/]*\.config\.ts|package-lock\.json)$/;
const SERVER_ONLY = new RegExp(
  `\\.test\\.tsx?$|\\.(server|feature)\\.ts$|^src/(${SERVER_ROOMS.join('|')})/(?!.*\\.wire\\.ts$)`,
);

/** Whether pages have to be built again when the file changes; its path from the root of the program. */
export function isPageSource(path: string): boolean {
  return SOURCE.test(path) && !SERVER_ONLY.test(path);
}
