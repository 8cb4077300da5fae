import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#src/contract/languages.ts';
import { DEFAULT_STREAM, isStreamId, type StreamId } from '#src/contract/streams.ts';
import { smallPlayerPath } from './paths.ts';

/**
 * What an address leads to [A7, A8, A9, A10, A11]: `page` a page answers, the designed 404 included · `moved`
 * the same thing has another address · `choose` the language and perhaps the stream are the visitor's, `rest`
 * comes after them · `no-file` the address of a file that is not ours, or one that is kept for programs and
 * that nothing answers yet.
 */
export type Ruling =
  | { readonly kind: 'page' }
  | { readonly kind: 'moved'; readonly pathname: string }
  | { readonly kind: 'choose'; readonly rest: string; readonly withStream: boolean }
  | { readonly kind: 'no-file' };

const PAGE: Ruling = { kind: 'page' };

/** First segments that are pages without a language. */
const ROOT_PAGES: ReadonlySet<string> = new Set([
  'lovepuls',
  'player',
  'status',
  'validate-email',
  'reset-password',
]);
const STREAM_PAGES: ReadonlySet<string> = new Set([
  'info-titre',
  'biography',
  'moment',
  'profile',
  'pseudo-selection',
]);
/** First segments of addresses for programs and other sites: never a page, nor a language. */
const RESERVED: ReadonlySet<string> = new Set(['metrics', 'embed', 'oembed', 'auth', 'og', 'qr']);
/** The segment after these is a name, which may look like a file's. */
const NAMED: ReadonlySet<string> = new Set(['info-titre', 'biography', 'lovepuls', 'moment']);

/** @param pathname as the address has it, percent-encoded */
export function ruleAddress(pathname: string): Ruling {
  const single = pathname.replace(/\/{2,}/g, '/');
  const ruling = ruleSegments(single.split('/').filter((segment) => segment !== ''));
  return ruling.kind === 'page' && single !== pathname ? { kind: 'moved', pathname: single } : ruling;
}

function ruleSegments(segments: readonly string[]): Ruling {
  const [first = '', ...rest] = segments;
  if (first === '') return { kind: 'choose', rest: '', withStream: true };
  if (isLanguage(first)) return ruleBelowLanguage(first, rest);
  const lowered = first.toLowerCase();
  if (isLanguage(lowered)) return moved(lowered, rest);
  if (first === 'player' && rest.length === 0)
    return { kind: 'moved', pathname: smallPlayerPath(DEFAULT_STREAM) };
  if (ROOT_PAGES.has(first)) return PAGE;
  if (RESERVED.has(first) || namesFile(segments)) return { kind: 'no-file' };
  if (namesLanguage(first, rest)) {
    const [spoken = ''] = lowered.split('-');
    return moved(isLanguage(spoken) ? spoken : DEFAULT_LANGUAGE, rest);
  }
  if (isStreamId(first)) return { kind: 'choose', rest: segments.join('/'), withStream: false };
  return { kind: 'choose', rest: isStreamPage(segments) ? segments.join('/') : '', withStream: true };
}

/**
 * Whether a segment is a language code, of whatever shape: `pt`, `pt-BR`, `zh-Hant-TW`, and before a page
 * `deu`.
 */
function namesLanguage(segment: string, rest: readonly string[]): boolean {
  if (/^[a-z]{2}$|^[a-z]{2,3}(-[a-z]{4})?-([a-z]{2}|\d{3})$/i.test(segment)) return true;
  return /^[a-z]{3}$|^[a-z]{2,3}-[a-z]{4}$/i.test(segment) && (isStreamId(rest[0]) || isStreamPage(rest));
}

/** The language that an address names; null when it names none. */
export function languageOfPath(pathname: string): Language | null {
  const first = pathname.split('/')[1];
  return isLanguage(first) ? first : null;
}

/**
 * The stream that an address names after its language, that of a page that does not exist too; null for none.
 */
export function streamOfPath(pathname: string): StreamId | null {
  const [, first, second] = pathname.split('/');
  return isLanguage(first) && isStreamId(second) ? second : null;
}

/** Pages whose address says the language in its query: those that mails lead to, and the state of the radio. */
const SAID_IN_QUERY = /^\/(?:validate-email|reset-password|status)\/?$/;

export function saysLanguageInQuery(pathname: string): boolean {
  return SAID_IN_QUERY.test(pathname);
}

/**
 * The language that a page is shown in: its path's, on some pages the query's, else the default. The
 * stand-alone player and the state of the radio are in what their visitor reads.
 * @param read the visitor's language; null when that is unknown
 */
export function languageOfAddress({ pathname, searchParams }: URL, read: Language | null): Language {
  const said = saysLanguageInQuery(pathname) ? searchParams.get('lang') : null;
  const wished = /^\/(player\/|status\/?$)/.test(pathname) ? read : null;
  return languageOfPath(pathname) ?? (isLanguage(said) ? said : (wished ?? DEFAULT_LANGUAGE));
}

/** The parts of an address that links are made of. */
export interface Address {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/**
 * The same page in another language, query and fragment included, but for a mail's token: the tab keeps that.
 */
export function addressInLanguage({ pathname, search, hash }: Address, language: Language): Address {
  if (!saysLanguageInQuery(pathname)) return { pathname: inLanguage(pathname, language), search, hash };
  const query = new URLSearchParams(search);
  query.delete('token');
  query.set('lang', language);
  return { pathname, search: `?${query}`, hash };
}

/** The same path in another language: the first segment changes, or stands before a path that has none. */
export function inLanguage(pathname: string, language: Language): string {
  const [, first = '', ...rest] = pathname.split('/');
  if (isLanguage(first)) return ['', language, ...rest].join('/');
  return first === 'lovepuls' ? ['', language, first, ...rest].join('/') : `/${language}`;
}

/** A letter, a digit or a hyphen, none of which an address has to encode. */
const ENCODED = /%(?:2d|3\d|[46][1-9a-f]|[57][0-9a])/gi;

/** The path as links have it [A9]: no letter encoded without need, the codes of language and stream in small letters. */
export function asWritten(pathname: string): string {
  const [, first = '', ...rest] = pathname.replace(ENCODED, decodeURIComponent).split('/');
  const head = small(first, (code) => isLanguage(code) || isStreamId(code));
  const [second, ...others] = rest;
  const isBelow = second !== undefined && (isLanguage(head) || head === 'player');
  return ['', head, ...(isBelow ? [small(second, isStreamId), ...others] : rest)].join('/');
}

function small(segment: string, isCode: (text: string) => boolean): string {
  const lowered = segment.toLowerCase();
  return isCode(lowered) ? lowered : segment;
}

/** Pages that say the same below each stream. */
const STATION_PAGE = /^(\/\w+\/)\w+(\/page-(?:contact|don|ecoute|mentions-legales)\.html)$/;
/** It says the same in every language. */
const LEGAL_PAGE = /-legales\.html$/;
const DEFAULT_MEMBER_PAGE = new RegExp(`^/${DEFAULT_LANGUAGE}(?=/lovepuls/)`);

/**
 * The address of a page in a language, of the several that lead to it [R76]: of a page that says the same
 * below each stream the default one's; of a member's page its root address in the default language, as links
 * to it say [A7]; of the legal notice the French one [R50].
 */
export function canonicalPath(pathname: string, language: Language): string {
  return inLanguage(pathname, LEGAL_PAGE.test(pathname) ? DEFAULT_LANGUAGE : language)
    .replace(DEFAULT_MEMBER_PAGE, '')
    .replace(STATION_PAGE, `$1${DEFAULT_STREAM}$2`);
}

function ruleBelowLanguage(language: Language, rest: readonly string[]): Ruling {
  if (isStreamPage(rest)) return moved(language, [DEFAULT_STREAM, ...rest]);
  return namesFile(rest) ? { kind: 'no-file' } : PAGE;
}

/** Whether the segments are those of a page that belongs to a stream, without the stream. */
function isStreamPage(segments: readonly string[]): boolean {
  const [first = '', second] = segments;
  if (isHtmlPage(first)) return segments.length === 1;
  return STREAM_PAGES.has(first) && (second !== undefined || !NAMED.has(first));
}

function isHtmlPage(segment: string): boolean {
  return /^page-.*\.html$/.test(segment);
}

function namesFile(segments: readonly string[]): boolean {
  if (segments.some((segment) => NAMED.has(segment))) return false;
  const last = segments.at(-1) ?? '';
  return /\.[a-z0-9]{1,8}$/i.test(last) && !isHtmlPage(last);
}

function moved(language: Language, rest: readonly string[]): Ruling {
  return { kind: 'moved', pathname: `/${[language, ...rest].join('/')}` };
}
