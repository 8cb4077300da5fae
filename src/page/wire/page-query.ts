import type { QueryFunctionContext, QueryMeta } from '@tanstack/react-query';
import type { Language } from '#src/contract/languages.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { fetchJson, readAnswer, readAnswerHere, type SchemaImport, sendCall } from './call-wire.ts';
import type { NameWith, ParametersOf, ReplyOf } from './endpoints.ts';
import type { PageServices } from './page-services.ts';

/**
 * One thing that pages show, declared once: the server answers it in process, the browser over HTTP, under
 * one key. Fits `useQuery` as it is.
 */
export interface PageQuery<T> {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: Pick<QueryFunctionContext, 'signal' | 'meta'>) => Promise<T>;
  readonly onServer: (services: PageServices) => Promise<T>;
}

/** Declares a GET call of the wire. `parameters` is the query without `endpoint`. */
export function wireQuery<Name extends NameWith<'GET'>>(
  endpoint: Name,
  parameters: ParametersOf<Name, 'GET'>,
  language: Language,
  importSchema: SchemaImport<ReplyOf<Name, 'GET'>>,
): PageQuery<ReplyOf<Name, 'GET'>>;
export function wireQuery<T>(
  endpoint: NameWith<'GET'>,
  parameters: Readonly<Record<string, string>>,
  language: Language,
  importSchema: SchemaImport<T>,
): PageQuery<T> {
  return {
    queryKey: ['wire', endpoint, parameters, language],
    queryFn: async ({ signal, meta }) => {
      const call = { endpoint, method: 'GET', parameters, language } as const;
      return readAnswer(await sendCall(browserOf(meta), call, signal), importSchema);
    },
    onServer: async (services) =>
      readAnswerHere(
        { reply: await services.callWire(endpoint, parameters, language), status: 200 },
        importSchema,
      ),
  };
}

/**
 * Declares a root document such as `/titre.json`; `onServer` gives the same from memory.
 * @param part what is read of it, where pages read different parts: what one has asked for is not what
 * another needs
 */
export function documentQuery<T>(
  address: string,
  language: Language | null,
  importSchema: SchemaImport<T>,
  onServer: (services: PageServices) => T,
  part?: string,
): PageQuery<T> {
  return {
    queryKey: ['document', address, language, part],
    queryFn: async ({ signal }) => {
      const headers: HeadersInit = language === null ? {} : { 'X-Language': language };
      return readAnswer(await fetchJson(address, { headers, signal }), importSchema);
    },
    onServer: async (services) => onServer(services),
  };
}

/** Whoever asks: the queries of a page belong to its browser. */
function browserOf(meta: QueryMeta | undefined): Browser {
  if (meta === undefined) throw new Error('no browser');
  return meta.browser;
}
