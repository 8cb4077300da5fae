import type { QueryFunctionContext } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { Language } from '#src/contract/languages.ts';
import type { PageServices } from '#src/page/page-services.ts';
import { type CallAnswer, callWire, fetchJson } from './call-wire.ts';

/**
 * One thing that pages show, declared once: the server answers it in process, the browser over HTTP, under one key.
 * Fits `useQuery` as it is.
 */
export interface PageQuery<T> {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: Pick<QueryFunctionContext, 'signal'>) => Promise<T>;
  readonly onServer: (services: PageServices) => Promise<T>;
}

/** Schemas come with the first answer that needs one: the document's own data has been through them on the server. */
export type SchemaImport<T> = () => Promise<z.ZodMiniType<T>>;

/** Declares a GET call of the wire. `parameters` is the query without `endpoint`. */
export function wireQuery<T>(
  endpoint: string,
  parameters: Readonly<Record<string, string>>,
  language: Language,
  importSchema: SchemaImport<T>,
): PageQuery<T> {
  return {
    queryKey: ['wire', endpoint, parameters, language],
    queryFn: async ({ signal }) =>
      read(await callWire({ endpoint, parameters, language }, signal), importSchema),
    onServer: async (services) => {
      const reply = await services.callWire(endpoint, { ...parameters }, language);
      return read({ reply, status: 200 }, importSchema);
    },
  };
}

/** Declares a root document such as `/titre.json`; `onServer` gives the same from memory. */
export function documentQuery<T>(
  address: string,
  language: Language | null,
  importSchema: SchemaImport<T>,
  onServer: (services: PageServices) => T,
): PageQuery<T> {
  return {
    queryKey: ['document', address, language],
    queryFn: async ({ signal }) => {
      const headers: HeadersInit = language === null ? {} : { 'X-Language': language };
      return read(await fetchJson(address, { headers, signal }), importSchema);
    },
    onServer: async (services) => onServer(services),
  };
}

async function read<T>({ reply, status }: CallAnswer, importSchema: SchemaImport<T>): Promise<T> {
  const [{ readReply }, schema] = await Promise.all([import('./read-reply.ts'), importSchema()]);
  return readReply(reply, schema, status);
}
