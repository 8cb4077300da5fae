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
  /** Parses, runs, replies. Throws a WireError for each failure that the caller may read. */
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
  return guardedMethod({ ...definition, admit: async () => null });
}

/**
 * Like wireMethod, for callers that `admit` lets in. `admit` throws before parameters and body are looked at, so that
 * others learn nothing about them [W9]. `run` also gets what `admit` gives.
 */
export function guardedMethod<Caller, Query, Body>(definition: {
  admit(call: UnparsedWireCall): Promise<Caller>;
  query: $ZodType<Query>;
  body: $ZodType<Body>;
  cacheControl?: string;
  run(call: WireCall<Query, Body>, caller: Caller): Promise<WireReply>;
}): WireMethod {
  const { admit, query, body, cacheControl = null, run } = definition;
  return {
    cacheControl,
    async handle(call) {
      const caller = await admit(call);
      const { readBody, ...head } = call;
      const given = await readBody();
      return run({ ...head, query: parseQuery(query, call.query), body: parseBody(body, given) }, caller);
    },
  };
}
