/** What the bundler knows of its modules. */
export interface Modules {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null;
}

/**
 * Features whose pages need a module before it goes into the script of all pages: fewer would make every page
 * carry what it does not show, more would cut it into many small files. Measured, see docs/decisions/022.
 */
const FEATURES = 5;
/** A page and the feature that it is of. */
const PAGE = /\/src\/features\/([^/]+)\/.*-page\.tsx$/;

/** The script of all pages, for what the pages of several features import; null for the rest. */
export function sharedByPages(id: string, modules: Modules): string | null {
  return featuresOf(id, modules).size < FEATURES ? null : 'pages';
}

/** The features with a page that imports a module, by whichever way, but for what they fetch later. */
function featuresOf(id: string, modules: Modules): Set<string> {
  const reached = new Set<string>();
  const visit = (id: string): void => {
    if (reached.has(id)) return;
    reached.add(id);
    modules.getModuleInfo(id)?.importers.forEach(visit);
  };
  visit(id);
  return new Set([...reached].flatMap((id) => PAGE.exec(id)?.[1] ?? []));
}
