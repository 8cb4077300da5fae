import type { QueryFunctionContext } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { Language } from '#src/spec/languages.ts';
import type { PageServices } from '#src/web/page-services.ts';
import { callWire, fetchJson } from './call-wire.ts';
import { readReply } from './read-reply.ts';

/**
 * One thing that pages show, declared once: the server answers it in process, the browser over HTTP, under one key.
 * Fits `useQuery` as it is.
 */
export interface PageQuery<T> {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: QueryFunctionContext) => Promise<T>;
  readonly onServer: (services: PageServices) => Promise<T>;
}

/** Declares a GET call of the wire. `parameters` is the query without `endpoint`. */
export function wireQuery<T>(
  endpoint: string,
  parameters: Readonly<Record<string, string>>,
  language: Language,
  schema: z.ZodMiniType<T>,
): PageQuery<T> {
  return {
    queryKey: ['wire', endpoint, parameters, language],
    queryFn: async ({ signal }) => {
      const { reply, status } = await callWire({ endpoint, parameters, language }, signal);
      return readReply(reply, schema, status);
    },
    onServer: async (services) =>
      readReply(await services.callWire(endpoint, { ...parameters }, language), schema, 200),
  };
}

/** Declares a root document such as `/titre.json`; `onServer` gives the same from memory. */
export function documentQuery<T>(
  address: string,
  language: Language | null,
  schema: z.ZodMiniType<T>,
  onServer: (services: PageServices) => T,
): PageQuery<T> {
  return {
    queryKey: ['document', address, language],
    queryFn: async ({ signal }) => {
      const headers: HeadersInit = language === null ? {} : { 'X-Language': language };
      const { reply, status } = await fetchJson(address, { headers, signal });
      return readReply(reply, schema, status);
    },
    onServer: async (services) => onServer(services),
  };
}
