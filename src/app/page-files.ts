import type { PageModule } from '#src/page/page-module.ts';

/** Every page but the home page, whose module comes with every visit. */
const PAGES = import.meta.glob<Partial<PageModule>>([
  '../features/**/*-page.tsx',
  '!../features/home/home-page.tsx',
]);

/**
 * Tells which module each page is, below `src/features`, as the build knows it. For the server: routes name
 * their modules once, where they import them.
 * @returns undefined for the home page
 */
export async function readPageFiles(): Promise<(module: PageModule) => string | undefined> {
  const found = Object.entries(PAGES).map(
    async ([path, load]) => [(await load()).Page, path.replace('../features/', '')] as const,
  );
  const files = new Map(await Promise.all(found));
  return ({ Page }) => files.get(Page);
}
