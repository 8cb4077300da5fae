import { beforeEach, describe, expect, test } from 'vitest';
import { type BrowserWindow, Navigator, type Shown } from './navigator.ts';

/** A tab of a browser: its history, and what it was told. */
class FakeTab implements BrowserWindow {
  scrollY = 0;
  readonly left: string[] = [];
  readonly stored = new Map<string, string>();
  readonly sessionStorage = {
    getItem: (key: string) => this.stored.get(key) ?? null,
    setItem: (key: string, value: string) => void this.stored.set(key, value),
  };
  readonly #listeners = new Map<string, () => void>();
  readonly #entries: { href: string; state: unknown }[];
  #at = 0;
  scrollRestoration: ScrollRestoration = 'auto';

  constructor(path: string) {
    this.#entries = [{ href: `https://radio.example${path}`, state: null }];
  }

  get entries(): string[] {
    return this.#entries.map(({ href }) => href.replace('https://radio.example', ''));
  }

  readonly #current = () => this.#entries[this.#at] ?? { href: 'https://radio.example/', state: null };

  get location(): BrowserWindow['location'] {
    const leave = (how: string) => (href: string | URL) => void this.left.push(`${how} ${href}`);
    return {
      href: this.#current().href,
      origin: 'https://radio.example',
      assign: leave('assign'),
      replace: leave('replace'),
      reload: () => void this.left.push('reload'),
    };
  }

  get history(): BrowserWindow['history'] {
    const tab = this;
    return {
      get state() {
        return tab.#current().state;
      },
      get scrollRestoration() {
        return tab.scrollRestoration;
      },
      set scrollRestoration(value) {
        tab.scrollRestoration = value;
      },
      pushState(state, _, url) {
        tab.#at += 1;
        tab.#entries.splice(tab.#at, Number.POSITIVE_INFINITY, { state, href: String(url) });
      },
      replaceState(state, _, url) {
        tab.#entries[tab.#at] = { state, href: url ? String(url) : tab.#current().href };
      },
    };
  }

  addEventListener(type: string, listener: () => void): void {
    this.#listeners.set(type, listener);
  }

  removeEventListener(type: string): void {
    this.#listeners.delete(type);
  }

  emit(type: 'pagehide' | 'pageshow'): void {
    this.#listeners.get(type)?.();
  }

  /** What the browser's own buttons do. */
  go(by: number): void {
    this.#at += by;
    this.#listeners.get('popstate')?.();
  }

  /** What a link to a fragment of the page does, and the browser by itself. */
  followFragment(hash: string): void {
    this.history.pushState(null, '', this.#current().href + hash);
    this.#listeners.get('popstate')?.();
  }
}

let tab: FakeTab;
let shown: Shown<string>[];
let opening: Map<string, { come: () => void; fail: () => void }>;
let navigator: Navigator<string>;

/** A navigator whose pages are their own paths, and come when they are let. */
function start(): Navigator<string> {
  const made = new Navigator(tab, 'first', {
    isPage: (pathname) => !pathname.startsWith('/files/'),
    prepare: () => {},
    open: ({ pathname }) =>
      new Promise((resolve, reject) =>
        opening.set(pathname, { come: () => resolve(pathname), fail: () => reject(new Error('gone')) }),
      ),
  });
  made.start({ leaving: () => {}, show: (next) => void shown.push(next) });
  return made;
}

async function arrive(pathname: string): Promise<Shown<string> | undefined> {
  opening.get(pathname)?.come();
  await new Promise(setImmediate);
  return shown.at(-1);
}

beforeEach(() => {
  tab = new FakeTab('/fr/dance');
  shown = [];
  opening = new Map();
  navigator = start();
});

describe('a visitor who goes on', () => {
  test('keeps address and page until the next page can be shown, then reads that from its top', async () => {
    navigator.navigate('/fr/hits?a=1');
    expect([tab.entries, shown]).toEqual([['/fr/dance'], []]);
    expect(await arrive('/fr/hits')).toEqual({
      page: '/fr/hits',
      address: { pathname: '/fr/hits', search: '?a=1', hash: '' },
      scroll: 0,
    });
    expect(tab.entries).toEqual(['/fr/dance', '/fr/hits?a=1']);
  });

  test('comes to what the fragment names, or stays where a part of the page has changed', async () => {
    navigator.navigate('/fr/hits#list');
    expect((await arrive('/fr/hits'))?.scroll).toBe('#list');
    navigator.navigate({ search: '?week=1' }, { keepsScroll: true });
    expect(await arrive('/fr/hits')).toMatchObject({ scroll: null, address: { search: '?week=1' } });
  });

  test('has one entry in the history for an address that was asked for twice, or took the place of another', async () => {
    navigator.navigate('/fr/dance');
    await arrive('/fr/dance');
    navigator.navigate('/fr/club', { replace: true });
    await arrive('/fr/club');
    expect(tab.entries).toEqual(['/fr/club']);
  });

  test('comes to the page that was asked for last', async () => {
    navigator.navigate('/fr/hits');
    navigator.navigate('/fr/club');
    await arrive('/fr/club');
    expect((await arrive('/fr/hits'))?.page).toBe('/fr/club');
    expect(tab.entries).toEqual(['/fr/dance', '/fr/club']);
  });

  test('leaves the document for another site and for what is no page', () => {
    navigator.navigate('https://elsewhere.example/fr');
    navigator.navigate('/files/feed.xml', { replace: true });
    expect(tab.left).toEqual([
      'assign https://elsewhere.example/fr',
      'replace https://radio.example/files/feed.xml',
    ]);
  });

  test('gets a fresh document when the radio has been renewed', async () => {
    navigator.navigate('/fr/hits');
    opening.get('/fr/hits')?.fail();
    await new Promise(setImmediate);
    expect([tab.left, shown]).toEqual([['assign https://radio.example/fr/hits'], []]);
  });
});

describe('a visitor who goes back', () => {
  beforeEach(async () => {
    tab.scrollY = 700;
    navigator.navigate('/fr/hits');
    await arrive('/fr/hits');
    tab.scrollY = 40;
  });

  test('finds each page scrolled as it was left', async () => {
    tab.go(-1);
    expect(await arrive('/fr/dance')).toMatchObject({ page: '/fr/dance', scroll: 700 });
    tab.scrollY = 650;
    tab.go(1);
    expect(await arrive('/fr/hits')).toMatchObject({ page: '/fr/hits', scroll: 40 });
  });

  test('twice before the first page has come finds the right positions all the same', async () => {
    navigator.navigate('/fr/club');
    await arrive('/fr/club');
    tab.scrollY = 5;
    tab.go(-1);
    tab.go(-1);
    await arrive('/fr/hits');
    expect(await arrive('/fr/dance')).toMatchObject({ page: '/fr/dance', scroll: 700 });
    tab.go(1);
    expect(await arrive('/fr/hits')).toMatchObject({ scroll: 40 });
  });

  test('over a fragment opens no page anew', () => {
    tab.followFragment('#main');
    expect(shown.at(-1)).toMatchObject({ page: '/fr/hits', address: { hash: '#main' }, scroll: null });
    tab.go(-1);
    expect(shown.at(-1)).toMatchObject({ page: '/fr/hits', address: { hash: '' }, scroll: 40 });
    expect([...opening.keys()]).toEqual(['/fr/hits']);
  });

  test('to a page whose parts are gone gets it anew', async () => {
    tab.go(-1);
    opening.get('/fr/dance')?.fail();
    await new Promise(setImmediate);
    expect(tab.left).toEqual(['reload']);
  });

  test('from a page that came anew finds, where the browser has kept it, one that leads nowhere any more', async () => {
    tab.go(-1);
    opening.get('/fr/dance')?.fail();
    await new Promise(setImmediate);
    const { length } = shown;
    tab.emit('pageshow');
    expect(shown.slice(length)).toEqual([expect.objectContaining({ page: '/fr/hits', scroll: null })]);
    tab.emit('pageshow');
    expect(shown).toHaveLength(length + 1);
  });

  test('over another document finds the page scrolled as it was left', async () => {
    tab.emit('pagehide');
    expect(tab.scrollRestoration).toBe('auto');
    tab.go(-1);
    // The entry was left within the document before: the browser does not scroll it.
    tab.scrollRestoration = 'manual';
    expect(start().shown.scroll).toBe(700);
  });

  test('out of the browser’s memory finds a page that goes on scrolling by itself', () => {
    tab.emit('pagehide');
    tab.emit('pageshow');
    expect(tab.scrollRestoration).toBe('manual');
  });
});

test('a tab whose storage is blocked goes from page to page', async () => {
  tab.sessionStorage.getItem = () => {
    throw new Error('blocked');
  };
  navigator = start();
  navigator.navigate('/fr/hits');
  expect(await arrive('/fr/hits')).toMatchObject({ page: '/fr/hits' });
});
