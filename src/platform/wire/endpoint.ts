import * as z from 'zod';
import type { $ZodType } from 'zod/v4/core';
import { parseBody } from './parse-body.ts';
import { parseQuery } from './parse-query.ts';
import type { UnparsedWireCall, WireCall } from './wire-call.ts';
import type { WireReply } from './wire-reply.ts';

export const WIRE_METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;
export type WireMethodName = (typeof WIRE_METHODS)[number];

/** One method of an endpoint with its schemas: declared by `wireMethod`, run by the wire door. */
export interface WireMethod {
  /** `Cache-Control` of a successful reply; null: it may not be stored. */
  readonly cacheControl: string | null;
  /** Parses, runs, replies. Throws a WireError for everything that the caller is told. */
  handle(call: UnparsedWireCall): Promise<WireReply>;
}

/** The methods behind one name; where `action` chooses, those of each action. */
export type WireMethods = Partial<Record<WireMethodName, WireMethod>>;
export type Endpoint = WireMethods | { readonly actions: Readonly<Record<string, WireMethods>> };

/** Every endpoint by its name, without `.php`. */
export type WireTable = Readonly<Record<string, Endpoint>>;

/** For methods without parameters, or without a body. */
export const nothing = z.unknown().transform(() => undefined);

/**
 * Declares a method. `query` parses the parameters (all of them text, empty ones left out), `body` the JSON body. A
 * rule of the body names its field code as zod's message: `z.string().check(z.minLength(8, 'too_short'))`.
 */
export function wireMethod<Query, Body>(definition: {
  query: $ZodType<Query>;
  body: $ZodType<Body>;
  cacheControl?: string;
  run(call: WireCall<Query, Body>): Promise<WireReply>;
}): WireMethod {
  const { query, body, cacheControl = null, run } = definition;
  return {
    cacheControl,
    handle: async (call) =>
      run({ ...call, query: parseQuery(query, call.query), body: parseBody(body, call.body) }),
  };
}
