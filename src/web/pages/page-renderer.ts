import type { renderPage } from '#src/app/entry-server.tsx';

/** The exports of the page application, which is imported at run time. */
export interface PageRenderer {
  readonly renderPage: typeof renderPage;
}

/** @throws when the module renders no pages */
export function requireRenderer(imported: unknown): PageRenderer {
  if (isRenderer(imported)) return imported;
  throw new Error('The page application exports no `renderPage`.');
}

function isRenderer(value: unknown): value is PageRenderer {
  return (
    typeof value === 'object' &&
    value !== null &&
    'renderPage' in value &&
    typeof value.renderPage === 'function'
  );
}
