const STORAGE_KEY = 'scroll_positions';

/** The part of `window` that remembers. */
export interface ScrolledWindow {
  readonly scrollY: number;
  readonly history: Pick<History, 'state' | 'replaceState' | 'scrollRestoration'>;
  readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem'>;
}

/**
 * How far each entry of the tab's history was scrolled. The entry bears a key in its state; positions survive
 * the document in the tab's storage.
 */
export class ScrollPositions {
  readonly #window: ScrolledWindow;
  readonly #positions: Map<string, number>;
  #key: string;

  constructor(window: ScrolledWindow) {
    this.#window = window;
    this.#positions = new Map(Object.entries(readStored(window)));
    this.#key = this.#keyOfEntry();
  }

  /** The state of a new history entry. */
  static newEntry(): { key: string } {
    return { key: Math.random().toString(36).slice(2) };
  }

  /** Remembers how far the page is scrolled, for the entry that it was shown for. */
  keep(): void {
    this.#positions.set(this.#key, this.#window.scrollY);
  }

  /** The history has another current entry now. Gives how far that one was scrolled, null when it is new. */
  enter(): number | null {
    this.#key = this.#keyOfEntry();
    return this.#positions.get(this.#key) ?? null;
  }

  /** Writes everything down; the document may not come back. */
  store(): void {
    try {
      this.#window.sessionStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(this.#positions)));
    } catch {
      // Without storage a page that comes anew begins at its top.
    }
  }

  #keyOfEntry(): string {
    const { history } = this.#window;
    const state: unknown = history.state;
    if (typeof state === 'object' && state !== null && 'key' in state && typeof state.key === 'string')
      return state.key;
    const made = ScrollPositions.newEntry();
    history.replaceState(made, '');
    return made.key;
  }
}

function readStored(window: ScrolledWindow): Record<string, number> {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(STORAGE_KEY) ?? '{}');
    const entries = Object.entries(Object(stored)).flatMap(([key, y]) =>
      typeof y === 'number' ? [[key, y] as const] : [],
    );
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}
