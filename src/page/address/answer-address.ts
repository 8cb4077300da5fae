import { escapeXml } from '#src/contract/escape-xml.ts';
import { DEFAULT_LANGUAGE, LANGUAGES } from '#src/contract/languages.ts';
import { DEFAULT_STREAM, STREAM_IDS } from '#src/contract/streams.ts';
import { negotiateLanguage } from '#src/i18n/negotiation/accept-language.ts';
import { asWritten, type Ruling, ruleAddress } from './address-rules.ts';
import { NOTHING_INLINE, type RenderedPage } from './rendered-page.ts';
import { markRootArrival } from './root-arrival.ts';

/**
 * The answer to an address without a page: a redirect, the choosing page, or a plain 404. Null where a page
 * answers.
 * @param stationName for readers of the choosing page
 */
export function answerAddress(request: Request, stationName: string): RenderedPage | null {
  const { pathname, search } = new URL(request.url);
  const path = asWritten(pathname);
  const ruling = ruleAddress(path);
  switch (ruling.kind) {
    case 'page':
      // What the page itself does not read of the query is added by who knows it [W111].
      return path === pathname ? null : { ...redirectTo(path, {}), status: 301 };
    case 'moved':
      return redirectTo(`${ruling.pathname}${search}`, {});
    case 'no-file':
      return {
        status: 404,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body: 'Not found\n',
        inline: NOTHING_INLINE,
      };
    case 'choose':
      return choose(request, ruling, search, stationName);
  }
}

const VARIED = 'Accept-Language, Sec-Fetch-Dest, Upgrade-Insecure-Requests';

/**
 * Whether a browser asks for a document to show. It says so to trustworthy addresses alone (Fetch Metadata §2); to
 * others, such as a radio's own network without TLS, it says of a document that it would rather have it by https.
 * @param header gives a header by its name in lower case
 * @param isSecure whether the radio's address is one of https: there programs that copy a browser say the latter, too
 */
export function showsDocument(
  header: (name: string) => string | string[] | null | undefined,
  isSecure: boolean,
): boolean {
  const destination = header('sec-fetch-dest') ?? null;
  if (destination !== null) return destination === 'document';
  return !isSecure && header('upgrade-insecure-requests') === '1';
}

/**
 * Only the browser knows its stored choices: a browser that shows a document decides by itself; everyone else
 * (programs, robots) is redirected by the languages that the request accepts.
 */
function choose(
  request: Request,
  ruling: Ruling & { kind: 'choose' },
  search: string,
  stationName: string,
): RenderedPage {
  const headers = { 'cache-control': 'no-cache', vary: VARIED };
  const fallback = fallbackAddress(request, ruling);
  const isSecure = request.url.startsWith('https:');
  if (!showsDocument((name) => request.headers.get(name), isSecure))
    return redirectTo(`${fallback}${search}`, headers);
  const choice: Choice = {
    languages: LANGUAGES,
    streams: STREAM_IDS,
    defaultLanguage: DEFAULT_LANGUAGE,
    defaultStream: DEFAULT_STREAM,
    rest: ruling.rest,
    withStream: ruling.withStream,
  };
  const script = choosingScript(choice);
  return {
    status: 200,
    headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
    body: choosingPage(script, { fallback: `${fallback}${search}`, stationName }),
    inline: { scripts: [script], styles: [] },
  };
}

function fallbackAddress(request: Request, ruling: Ruling & { kind: 'choose' }): string {
  const language = negotiateLanguage(request.headers.get('Accept-Language')) ?? DEFAULT_LANGUAGE;
  const path = [language, ...(ruling.withStream ? [DEFAULT_STREAM] : []), ruling.rest];
  return `/${path.filter((segment) => segment !== '').join('/')}`;
}

function choosingScript(choice: Choice): string {
  const isRoot = choice.withStream && choice.rest === '';
  return `${isRoot ? `(${markRootArrival})(window);` : ''}location.replace((${chooseAddress})(window,${scriptLiteral(choice)})+location.search+location.hash)`;
}

function choosingPage(script: string, words: { fallback: string; stationName: string }): string {
  return `<!doctype html>
<html lang="fr">
<meta charset="utf-8">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeXml(words.stationName)}</title>
<noscript><meta http-equiv="refresh" content="0; url=${escapeXml(words.fallback)}"></noscript>
<script>${script}</script>
`;
}

function redirectTo(location: string, headers: Record<string, string>): RenderedPage {
  return { status: 302, headers: { ...headers, location }, body: '', inline: NOTHING_INLINE };
}

function scriptLiteral(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** The data of the page at an address without a language. */
export interface Choice {
  readonly languages: readonly string[];
  readonly streams: readonly string[];
  readonly defaultLanguage: string;
  readonly defaultStream: string;
  /** The rest of the address after language and stream, without a slash before it. */
  readonly rest: string;
  readonly withStream: boolean;
}

/** The part of `window` that decides. */
export interface ChoosingPage {
  readonly localStorage: Pick<Storage, 'getItem'>;
  readonly navigator: { readonly languages: readonly string[] };
  readonly location: { readonly origin: string };
  readonly document: { readonly referrer: string };
}

/**
 * The address to go on to, by what the browser has stored [A8]: language of the sign-in's return, else the
 * stored one, else that of the page of ours that led there, else the browser's; for a member the favourite
 * stream, else that of the sign-in's return. Runs as inline text: it may use nothing but its arguments, and
 * holds no comments.
 */
export function chooseAddress(page: ChoosingPage, choice: Choice): string {
  const read = (key: string): string | null => {
    try {
      return page.localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const favorite = (): unknown => {
    try {
      return read('authToken') && JSON.parse(read('user') ?? '{}').favoriteStreamId;
    } catch {
      return null;
    }
  };
  const first = (known: readonly string[], wishes: readonly unknown[], otherwise: string): string =>
    known.find((value) => value === wishes.find((wish) => known.some((other) => other === wish))) ??
    otherwise;
  const spoken = page.navigator.languages.map((tag) => tag.toLowerCase().split('-')[0]);
  const { referrer } = page.document;
  const current = referrer.startsWith(`${page.location.origin}/`) && referrer.split('/')[3];
  const wishes = [read('auth_return_lang'), read('language'), current, ...spoken];
  const path = [first(choice.languages, wishes, choice.defaultLanguage)];
  if (choice.withStream) {
    path.push(first(choice.streams, [favorite(), read('auth_return_stream')], choice.defaultStream));
  }
  if (choice.rest) path.push(choice.rest);
  return `/${path.join('/')}`;
}
