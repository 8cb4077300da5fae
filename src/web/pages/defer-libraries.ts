const PRELOADED_LIBRARIES = /<link rel="modulepreload" href="\/assets\/libraries-[\w-]+\.js"\/>/;

/**
 * Leaves the largest script to be found by the small one that needs it: fonts and cover, which are seen before anything
 * runs, have the line for themselves until then.
 */
export function deferLibraries(html: string): string {
  return html.replace(PRELOADED_LIBRARIES, '');
}
