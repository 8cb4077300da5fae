import type { Address } from '#src/page/address/address-rules.ts';
import { type Destination, hrefOf } from './destination.ts';
import type { NavigateOptions, Navigation } from './navigation-context.tsx';
import { type ScrolledWindow, ScrollPositions } from './scroll-positions.ts';

/**
 * Where a page stands once it is shown: at a distance from its top, at what a fragment names, or (null) as it
 * is.
 */
export type Scroll = number | string | null;

export interface Shown<Page> {
  readonly page: Page;
  readonly address: Address;
  readonly scroll: Scroll;
}

/** Shows what the navigator has decided. */
export interface Screen<Page> {
  leaving(): void;
  show(shown: Shown<Page>): void;
}

/** The part of `window` that goes to pages. */
export interface BrowserWindow extends ScrolledWindow {
  readonly history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'scrollRestoration'>;
  readonly location: Pick<Location, 'href' | 'origin' | 'assign' | 'replace' | 'reload'>;
  addEventListener(type: string, listener: () => void): void;
  removeEventListener(type: string, listener: () => void): void;
}

/**
 * Goes from page to page within one document. The address changes when its page can be shown, back and
 * forward excepted, which the browser does at once; of two pages that are asked for, the later one comes.
 */
export class Navigator<Page> implements Navigation {
  readonly #window: BrowserWindow;
  readonly #options: NavigatorOptions<Page>;
  readonly #positions: ScrollPositions;
  #shown: Shown<Page>;
  #screen: Screen<Page> | null = null;
  #visits = 0;
  /** The browser has gone to another entry already, whose page is still fetched. */
  #isBetweenEntries = false;
  /** For another document. */
  #hasLeft = false;

  constructor(window: BrowserWindow, first: Page, options: NavigatorOptions<Page>) {
    this.#window = window;
    this.#options = options;
    this.#positions = new ScrollPositions(window);
    // The browser has done it, unless this entry was left within another document.
    const scroll = window.history.scrollRestoration === 'manual' ? this.#positions.enter() : null;
    this.#shown = { page: first, address: this.#here(), scroll };
  }

  get shown(): Shown<Page> {
    return this.#shown;
  }

  /** Follows the browser's back and forward until disposed. */
  start(screen: Screen<Page>): Disposable {
    const { history } = this.#window;
    const listeners: readonly (readonly [string, () => void])[] = [
      ['popstate', () => this.#popped()],
      // A document that is loaded anew is scrolled by the browser, which knows when it is tall enough.
      ['pagehide', () => this.#hidden()],
      ['pageshow', () => this.#comeBack(history)],
    ];
    this.#screen = screen;
    this.#takeScroll(history);
    for (const [type, listener] of listeners) this.#window.addEventListener(type, listener);
    return {
      [Symbol.dispose]: () => {
        this.#screen = null;
        for (const [type, listener] of listeners) this.#window.removeEventListener(type, listener);
      },
    };
  }

  readonly navigate = (to: Destination, options: NavigateOptions = {}): void => {
    const { location, history } = this.#window;
    const url = new URL(hrefOf(to, this.#shown.address), location.href);
    if (url.origin !== location.origin || !this.#options.isPage(url.pathname)) {
      if (options.replace) location.replace(url.href);
      else location.assign(url.href);
      return;
    }
    this.#open(url, () => {
      this.#keepPosition();
      const replaces = options.replace || url.href === location.href;
      if (replaces) history.replaceState(ScrollPositions.newEntry(), '', url.href);
      else history.pushState(ScrollPositions.newEntry(), '', url.href);
      this.#positions.enter();
      return options.keepsScroll ? null : url.hash || 0;
    });
  };

  readonly prepare = (to: Destination): void => {
    this.#options.prepare(new URL(hrefOf(to, this.#shown.address), this.#window.location.href));
  };

  #popped(): void {
    this.#keepPosition();
    this.#isBetweenEntries = true;
    const position = this.#positions.enter();
    const url = new URL(this.#window.location.href);
    const { pathname, search } = this.#shown.address;
    if (url.pathname === pathname && url.search === search) {
      // Only the fragment differs; to a new one the browser has scrolled.
      this.#visits += 1;
      this.#show({ ...this.#shown, address: this.#here(), scroll: position });
    } else {
      this.#open(url, () => position ?? (url.hash || 0));
    }
  }

  #open(url: URL, arrive: () => Scroll): void {
    this.#visits += 1;
    const visit = this.#visits;
    this.#screen?.leaving();
    this.#options.open(url, this.#shown.page).then(
      (page) => {
        if (visit !== this.#visits) return;
        const scroll = arrive();
        this.#show({ page, address: addressOf(url), scroll });
      },
      () => {
        if (visit === this.#visits) this.#leaveFor(url.href);
      },
    );
  }

  #show(shown: Shown<Page>): void {
    this.#shown = shown;
    this.#isBetweenEntries = false;
    this.#screen?.show(shown);
  }

  /** The radio has been renewed and this document's parts are gone: the whole page comes anew. */
  #leaveFor(href: string): void {
    const { location } = this.#window;
    this.#hasLeft = true;
    if (href === location.href) location.reload();
    else location.assign(href);
  }

  #keepPosition(): void {
    if (!this.#isBetweenEntries) this.#positions.keep();
  }

  #hidden(): void {
    this.#keepPosition();
    this.#positions.store();
    this.#window.history.scrollRestoration = 'auto';
  }

  /** The browser may have kept the document as it was when it was left: on its way to another page. */
  #comeBack(history: BrowserWindow['history']): void {
    this.#takeScroll(history);
    if (!this.#hasLeft) return;
    this.#hasLeft = false;
    this.#show({ ...this.#shown, scroll: null });
  }

  #takeScroll(history: BrowserWindow['history']): void {
    history.scrollRestoration = 'manual';
  }

  #here(): Address {
    return addressOf(new URL(this.#window.location.href));
  }
}

export interface NavigatorOptions<Page> {
  /** Whether a page of ours answers at a path. */
  isPage(pathname: string): boolean;
  /**
   * Fetches what the page of an address needs.
   * @param shown the page that is left
   * @throws when it is no longer to be had
   */
  open(url: URL, shown: Page): Promise<Page>;
  prepare(url: URL): void;
}

function addressOf({ pathname, search, hash }: URL): Address {
  return { pathname, search, hash };
}
