import type { QueryFunctionContext } from '@tanstack/react-query';
import type { Language } from '#src/contract/languages.ts';
import type { NameWith, ParametersOf, ReplyOf } from './endpoints.ts';
import type { PageServices } from './page-services.ts';
import { fetchJson, readAnswer, type SchemaImport, sendCall } from './send-call.ts';

/**
 * One thing that pages show, declared once: the server answers it in process, the browser over HTTP, under one key.
 * Fits `useQuery` as it is.
 */
export interface PageQuery<T> {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: Pick<QueryFunctionContext, 'signal'>) => Promise<T>;
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
    queryFn: async ({ signal }) =>
      readAnswer(await sendCall({ endpoint, method: 'GET', parameters, language }, signal), importSchema),
    onServer: async (services) =>
      readAnswer(
        { reply: await services.callWire(endpoint, parameters, language), status: 200 },
        importSchema,
      ),
  };
}

/**
 * Declares a root document such as `/titre.json`; `onServer` gives the same from memory.
 * @param part what is read of it, where pages read different parts: what one has asked for is not what another needs
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
