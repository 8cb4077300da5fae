import { onePerPage } from '#src/page/browser/browser.ts';
import type { BrowserStorage } from '#src/page/storage/browser-storage.ts';

/** The unused tokens of mails' links, by the page that uses them. They end with the tab. */
export class LinkTokens {
  readonly #storage: BrowserStorage;

  /** Where storage is blocked, a reload has no token. */
  constructor(storage: BrowserStorage) {
    this.#storage = storage;
  }

  keep(pathname: string, token: string): void {
    this.#storage.write(keyOf(pathname), token);
  }

  read(pathname: string): string | null {
    return this.#storage.read(keyOf(pathname));
  }

  forget(pathname: string): void {
    this.#storage.remove(keyOf(pathname));
  }
}

export const linkTokensOf = onePerPage(({ tabStorage }) => new LinkTokens(tabStorage));

function keyOf(pathname: string): string {
  return `link_token ${pathname}`;
}
