/** The unused tokens of mails' links, by the page that uses them. They end with the tab. */
export class LinkTokens {
  readonly #open: () => Storage;

  /** @param open gives the tab's storage; may throw where it is blocked: a reload then has no token */
  constructor(open: () => Storage = () => sessionStorage) {
    this.#open = open;
  }

  keep(pathname: string, token: string): void {
    this.#withStorage((storage) => storage.setItem(keyOf(pathname), token));
  }

  read(pathname: string): string | null {
    return this.#withStorage((storage) => storage.getItem(keyOf(pathname))) ?? null;
  }

  forget(pathname: string): void {
    this.#withStorage((storage) => storage.removeItem(keyOf(pathname)));
  }

  #withStorage<T>(work: (storage: Storage) => T): T | undefined {
    try {
      return work(this.#open());
    } catch {
      return undefined;
    }
  }
}

export const linkTokens = new LinkTokens();

function keyOf(pathname: string): string {
  return `link_token ${pathname}`;
}
