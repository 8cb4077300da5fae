import { OFFLINE_PATH } from '#src/page/address/paths.ts';
import { isPage, isTitles } from './rule-request.ts';
import type { WorkerCache, WorkerScope } from './worker-scope.ts';

const TITLES_PATH = '/titre.json';
const PREFIX = 'onde-';
/** Shared by all builds. */
const TITLES = `${PREFIX}titles`;
const PAGES_MAX = 20;

/** The files of a build that every page starts with, and a name for the build. */
export interface Shell {
  readonly version: string;
  readonly addresses: readonly string[];
}

/**
 * Says whether an answer is a file of a build. A network that asks to sign in, or a proxy in trouble, answers every
 * address with a page of its own: kept as a script, that would outlast the trouble [R228].
 */
export function isFile({ status, redirected, headers }: Response): boolean {
  // A page of another build may ask for a file that is gone.
  return status === 200 && !redirected && !/^text\/html\b/i.test(headers.get('content-type') ?? '');
}

/** What the worker of one build keeps: its files, the last pages and the last titles. */
export class WorkerCaches {
  readonly #scope: Pick<WorkerScope, 'caches' | 'location' | 'fetch'>;
  readonly #shell: Shell;

  constructor(scope: Pick<WorkerScope, 'caches' | 'location' | 'fetch'>, shell: Shell) {
    this.#scope = scope;
    this.#shell = shell;
  }

  files(): Promise<WorkerCache> {
    return this.#scope.caches.open(`${PREFIX}files-${this.#shell.version}`);
  }

  pages(): Promise<WorkerCache> {
    return this.#scope.caches.open(`${PREFIX}pages-${this.#shell.version}`);
  }

  /**
   * Fetches the build's own files.
   * @throws when one cannot be had: the worker is then not installed
   */
  async fill(): Promise<void> {
    const files = await this.files();
    await Promise.all(this.#shell.addresses.map((address) => this.#addFile(files, address)));
    await this.renewOfflinePage();
    // Later pages hand over their titles.
    await this.#fillTitles().catch(() => {});
  }

  async #fillTitles(): Promise<void> {
    const titles = await this.#titles();
    const answer = await this.#scope.fetch(new Request(new URL(TITLES_PATH, this.#scope.location.origin)));
    if (isTitles(answer)) await titles.put(TITLES_PATH, answer);
  }

  /** Fetches the offline page anew: the station's name and streams in it change without a build. */
  async renewOfflinePage(): Promise<void> {
    const files = await this.files();
    // The browser's own copy lasts for an hour, and may be from before the update.
    const address = new URL(OFFLINE_PATH, this.#scope.location.origin);
    const page = await this.#scope.fetch(new Request(address, { cache: 'reload' }));
    if (!isPage(page)) throw new Error('The answer for the offline page is not the radio’s.');
    await files.put(OFFLINE_PATH, page);
  }

  /** Adds files that a page of this build loaded before the worker was there. */
  async adopt(addresses: readonly string[]): Promise<void> {
    const files = await this.files();
    for (const address of addresses)
      if ((await files.match(address)) === undefined) await this.#addFile(files, address).catch(() => {});
  }

  async #addFile(files: WorkerCache, address: string): Promise<void> {
    const file = await this.#scope.fetch(new Request(new URL(address, this.#scope.location.origin)));
    if (!isFile(file)) throw new Error(`The answer for ${address} is no file of the build.`);
    await files.put(address, file);
  }

  /** Keeps a page by its address without the fragment, and drops those kept longest ago. */
  async keepPage(asked: string, page: Response): Promise<void> {
    const url = asked.replace(/#.*$/s, '');
    const pages = await this.pages();
    await pages.delete(url);
    await pages.put(url, page);
    const kept = await pages.keys();
    await Promise.all(kept.slice(0, -PAGES_MAX).map((page) => pages.delete(page.url)));
  }

  /** Keeps what a page has seen on air. */
  async keepTitles({ titles, atMs }: { titles: readonly unknown[]; atMs: number }): Promise<void> {
    const answer = Response.json(titles, { headers: { date: new Date(atMs).toUTCString() } });
    const kept = await this.#titles();
    // On a full disk they are not kept.
    await kept.put(TITLES_PATH, answer).catch(() => {});
  }

  /** Returns the last titles, with the time of their arrival as `date`. */
  async lastTitles(): Promise<Response | undefined> {
    return (await this.#titles()).match(TITLES_PATH);
  }

  #titles(): Promise<WorkerCache> {
    return this.#scope.caches.open(TITLES);
  }

  /** Removes what workers of other builds kept. */
  async dropOthers(): Promise<void> {
    const own = [`${PREFIX}files-${this.#shell.version}`, `${PREFIX}pages-${this.#shell.version}`, TITLES];
    const others = (await this.#scope.caches.keys()).filter(
      (name) => name.startsWith(PREFIX) && !own.includes(name),
    );
    await Promise.all(others.map((name) => this.#scope.caches.delete(name)));
  }
}
