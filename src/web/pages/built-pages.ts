import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EMBED_MANIFEST, MANIFEST, readManifest } from '#src/app/build/build-manifest.ts';
import type { StyleSheet } from '#src/app/page-assets.ts';
import type { Language } from '#src/contract/languages.ts';
import {
  PAGE_PURGED_SECONDS,
  PAGE_SHARED_SECONDS,
  PAGES_A_SECOND,
  PAGES_AT_ONCE,
} from '#src/contract/limits.ts';
import { EVERY_PAGE } from '#src/contract/page-tags.ts';
import { holdsSecret } from '#src/contract/secret-parameters.ts';
import { negotiateLanguage } from '#src/i18n/negotiation/accept-language.ts';
import { showsDocument } from '#src/page/address/answer-address.ts';
import type { RenderedPage } from '#src/page/address/rendered-page.ts';
import type { PageServices } from '#src/page/wire/page-services.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { CallerBuckets } from '#src/platform/rate-limit/token-buckets.ts';
import { plainAnswer } from '#src/web/answers/plain-answer.ts';
import { remembering } from '#src/web/answers/remembering.ts';
import { isHashed, StaticFiles } from '#src/web/answers/static-files.ts';
import { StoredAnswer } from '#src/web/answers/stored-answer.ts';
import { inlineHashes } from '#src/web/security/inline-hashes.ts';
import { type OutsideOrigins, pagePolicy } from '#src/web/security/security-headers.ts';
import { readBuiltAssets } from './built-assets.ts';
import type { Build } from './open-build.ts';
import { decodablePath, pageQuery } from './page-address.ts';
import { PageCache } from './page-cache.ts';
import { nameTags, tagsOfPage } from './page-tags.ts';
import { type DressHeaders, type Pages, requireRenderer } from './pages.ts';
import { shareCalls } from './shared-calls.ts';

const KEPT_MS = 2_000;
const CACHE_LIMIT_BYTES = 16 * 1024 * 1024;
/** Browsers ask for a page each time; mostly the answer is 304. Caches that many share keep it for a moment [W184]. */
const REVALIDATED = 'public, max-age=0, must-revalidate';
const NOT_KEPT = 'no-cache';

/**
 * The built application: its files as they lie on disk, its pages rendered for no particular caller. The
 * renderer sees the address and the two headers that pages may depend on, nothing else, so that cached pages
 * suit everyone.
 */
export class BuiltPages implements Pages {
  readonly fontFaces: string;
  readonly #render: (request: Request) => Promise<RenderedPage>;
  readonly #files: StaticFiles;
  readonly #origin: string;
  readonly #isSecure: boolean;
  readonly #outside: () => OutsideOrigins;
  readonly #cache: PageCache;
  readonly #onForget: () => void;
  readonly #isPurged: boolean;
  readonly #renderings: CallerBuckets;

  constructor(options: {
    render: (request: Request) => Promise<RenderedPage>;
    files: StaticFiles;
    origin: string;
    outside: () => OutsideOrigins;
    fontFaces: string;
    /** Called when pages are forgotten. */
    onForget?: () => void;
    /** Whether a shared cache is told of changes [W211]. */
    isPurged?: boolean;
    clock: Clock;
  }) {
    this.fontFaces = options.fontFaces;
    this.#render = options.render;
    this.#files = options.files;
    this.#origin = options.origin;
    this.#isSecure = options.origin.startsWith('https:');
    this.#outside = options.outside;
    this.#onForget = options.onForget ?? (() => {});
    this.#isPurged = options.isPurged ?? false;
    this.#cache = new PageCache({ clock: options.clock, keptMs: KEPT_MS, limitBytes: CACHE_LIMIT_BYTES });
    const { clock } = options;
    this.#renderings = new CallerBuckets({ perSecond: PAGES_A_SECOND, burst: PAGES_AT_ONCE, clock });
  }

  async answer(request: Request, peer: string): Promise<Response> {
    const url = new URL(request.url);
    const file = await this.#files.find(request, url.pathname);
    if (file !== null) return file;
    // [R117]
    if (isHashed(url.pathname)) return plainAnswer(404, 'Not found');
    const language = negotiateLanguage(request.headers.get('accept-language'));
    const destination = showsDocument((name) => request.headers.get(name), this.#isSecure)
      ? 'document'
      : 'empty';
    const address = new URL(this.#origin);
    // Not as one text: a path that begins with two slashes would be read as a host.
    address.pathname = decodablePath(url.pathname);
    address.search = pageQuery(url);
    const anonymous = new Request(address, {
      headers: { 'sec-fetch-dest': destination, ...(language && { 'accept-language': language }) },
    });
    const key = keyOf(language, destination, url.pathname + address.search);
    const render = () => this.#renderWhole(anonymous);
    // A page at the address of a mail's link is for its holder alone: neither browser nor server keeps it.
    const isOwn = address.searchParams.has('token');
    const waitMs = !isOwn && this.#cache.has(key) ? null : this.#renderings.take(peer);
    if (waitMs !== null) return tooManyPages(waitMs);
    const page = isOwn ? await render() : await this.#cache.get(key, tagsOfPage(address.pathname), render);
    const answer = await page.respond(request);
    // By the address that was asked for: caches keep that one, with all that the page itself does not read.
    if (holdsSecret(url.searchParams)) answer.headers.set('cache-control', 'no-store');
    // [W111] The page saw a part of the query at most.
    const present = page.status === 301 ? answer.headers.get('location') : null;
    if (present !== null) answer.headers.set('location', present + url.search);
    return answer;
  }

  sendKept(incoming: IncomingMessage, outgoing: ServerResponse, dress: DressHeaders): boolean {
    const { method, url = '', headers } = incoming;
    if ((method !== 'GET' && method !== 'HEAD') || !PLAIN_ADDRESS.test(url)) return false;
    const language = languageOf(headers['accept-language']);
    const destination = showsDocument((name) => headers[name], this.#isSecure) ? 'document' : 'empty';
    const page = this.#cache.peek(keyOf(language, destination, url));
    return page?.sendNow(incoming, outgoing, (made) => dress(made, new URL(url, this.#origin))) ?? false;
  }

  forget(tags: readonly string[] = [EVERY_PAGE]): void {
    if (tags.includes(EVERY_PAGE)) this.#cache.clear();
    else this.#cache.forget(tags);
    this.#onForget();
  }

  async #renderWhole(request: Request): Promise<StoredAnswer> {
    const page = await this.#render(request);
    const headers = new Headers(page.headers);
    const { pathname, searchParams } = new URL(request.url);
    if (page.status >= 500 || searchParams.has('token')) headers.set('cache-control', 'no-store');
    else if (!headers.has('cache-control')) {
      if (page.status === 200) this.#share(headers, pathname);
      else headers.set('cache-control', NOT_KEPT);
    }
    if (headers.get('content-type')?.startsWith('text/html')) {
      const policy = pagePolicy(inlineHashes(page), this.#outside(), {
        framedByAnyone: pathname.startsWith('/embed/'),
        isSecure: this.#isSecure,
      });
      headers.set('content-security-policy', policy);
    }
    return new StoredAnswer(page.status, headers, new TextEncoder().encode(page.body));
  }

  /** Says how long a page may be shared and, where somebody asks for them, under which tags. */
  #share(headers: Headers, pathname: string): void {
    const tags = tagsOfPage(pathname);
    const hasSubject = tags.length > 1;
    const seconds = this.#isPurged && hasSubject ? PAGE_PURGED_SECONDS : PAGE_SHARED_SECONDS;
    headers.set('cache-control', `${REVALIDATED}, s-maxage=${seconds}`);
    if (this.#isPurged) nameTags(headers, tags);
  }
}

/** An address that is one word for the cache: without a query, and as every browser writes it. */
const PLAIN_ADDRESS = /^\/(?!\/)[\w\-./~]*$/;

function keyOf(language: Language | null, destination: string, address: string): string {
  return `${language} ${destination} ${address}`;
}

/** What is negotiated by an `Accept-Language`. */
const languageOf = remembering((header) => negotiateLanguage(header === '' ? null : header));

function tooManyPages(waitMs: number): Response {
  return plainAnswer(429, 'Too many pages at once. Please try again in a moment.', {
    'retry-after': String(Math.ceil(waitMs / 1000)),
  });
}

/** The pages of a build. */
export async function openBuiltPages(options: {
  build: Build;
  services: PageServices;
  origin: string;
  outside: () => OutsideOrigins;
  isPurged: boolean;
  clock: Clock;
}): Promise<BuiltPages> {
  const { client, server, otherClients } = options.build;
  const entry = pathToFileURL(join(server, 'entry-server.js')).href;
  const { renderPage } = requireRenderer(await import(entry));
  const files = await StaticFiles.open(client, otherClients);
  const assets = await readBuiltAssets(
    readManifest(client, MANIFEST),
    readManifest(client, EMBED_MANIFEST),
    files,
  );
  const { services, forget } = shareCalls(options.services);
  return new BuiltPages({
    ...options,
    render: (request) => renderPage(request, { services, assets }),
    onForget: forget,
    files,
    fontFaces: fontFacesOf(assets.of(undefined).styles),
  });
}

/** The home page's own sheets begin with them. */
function fontFacesOf(styles: readonly StyleSheet[]): string {
  return styles.flatMap(({ text }) => text?.match(/@font-face\s*\{[^}]*\}/g) ?? []).join('');
}
