import type { BrowserStorage } from '#src/page/storage/browser-storage.ts';

/** Also in `markRootArrival`, which can import nothing. */
const KEY = 'root_arrival';

/**
 * Notes that the reader came by the root address, for the page it leads to. Runs as inline text: it holds no
 * comments.
 */
export function markRootArrival(page: { readonly sessionStorage: Pick<Storage, 'setItem'> }): void {
  try {
    page.sessionStorage.setItem('root_arrival', '1');
  } catch {}
}

/** Whether the reader came to this page by the root address. A reload did not. */
export function takeRootArrival(tabStorage: BrowserStorage): boolean {
  const isMarked = tabStorage.read(KEY) !== null;
  tabStorage.remove(KEY);
  return isMarked;
}
