import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#src/contract/languages.ts';
import { DEFAULT_STREAM, isStreamId, type StreamId } from '#src/contract/streams.ts';
import { asWritten, ruleAddress } from './address-rules.ts';
import { readInstant } from './moment-address.ts';

/** A page that other sites may show as the small player of its stream [W105]. */
export interface EmbeddedPage {
  readonly streamId: StreamId;
  /** Null where the address leaves it to the reader. */
  readonly language: Language | null;
  /** What the page is about, beside its stream; null for all that is there in any case. */
  readonly about: { readonly kind: 'track' | 'artist' | 'moment'; readonly name: string } | null;
}

const STATION_PAGE = /^page-(contact|don|ecoute|grille|last20|mentions-legales|podcast|search|top20)\.html$/;
const KINDS: Readonly<Record<string, 'track' | 'artist' | 'moment'>> = {
  'info-titre': 'track',
  biography: 'artist',
  moment: 'moment',
};

/**
 * What an address of ours is about; null for pages that belong to a visitor alone, and for all other
 * addresses.
 * @param said the language in its query
 */
export function embeddedPage(pathname: string, said: string | null): EmbeddedPage | null {
  const written = asWritten(pathname);
  const ruling = ruleAddress(written);
  // Where the language is the reader's, what lies there is the same in each.
  if (ruling.kind === 'choose') {
    const stream = ruling.withStream && ruling.rest !== '' ? `/${DEFAULT_STREAM}` : '';
    const chosen = embeddedPage(`/${DEFAULT_LANGUAGE}${stream}/${ruling.rest}`, said);
    return chosen && { ...chosen, language: null };
  }
  const path = ruling.kind === 'moved' ? ruling.pathname : written;
  const [first, second, third, fourth, ...rest] = path.split('/').filter((segment) => segment !== '');
  if (rest.length > 0) return null;
  if (first === 'embed' || first === 'player') {
    if (!isStreamId(second) || third !== undefined) return null;
    return { streamId: second, language: isLanguage(said) ? said : null, about: null };
  }
  const streamId = second ?? DEFAULT_STREAM;
  if (!isLanguage(first) || !isStreamId(streamId)) return null;
  const page = { streamId, language: first };
  if (fourth === undefined)
    return third === undefined || STATION_PAGE.test(third) ? { ...page, about: null } : null;
  const kind = third !== undefined && Object.hasOwn(KINDS, third) ? KINDS[third] : undefined;
  const name = decoded(fourth);
  if (kind === undefined || name === null) return null;
  if (kind === 'moment' && readInstant(name) === null) return null;
  return { ...page, about: { kind, name } };
}

/** Null for what is no text, or one that no name holds. */
function decoded(segment: string): string | null {
  try {
    const text = decodeURIComponent(segment);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}
