import * as z from 'zod';
import type { $ZodType, input, output } from 'zod/v4/core';
import type { MethodSchemas, WireMethodName } from './method-schemas.wire.ts';
import { parseBody } from './parse-body.ts';
import { parseQuery } from './parse-query.ts';
import type { UnparsedWireCall, WireCall } from './wire-call.ts';
import type { WireReply } from './wire-reply.ts';

/** One method of an endpoint with its schemas: declared by `wireMethod`, run by the wire door. */
export interface WireMethod<Schemas extends MethodSchemas = MethodSchemas> {
  readonly schemas: Schemas;
  /** `Cache-Control` of a successful reply; null: it may not be stored. */
  readonly cacheControl: string | null;
  /**
   * Parses, runs, replies.
   * @throws {WireError} for each failure that the caller may read
   */
  handle(call: UnparsedWireCall): Promise<WireReply>;
}

/** The methods behind one name. */
export type Endpoint = { readonly [Method in WireMethodName]?: WireMethod };

/** Every endpoint by its name, without `.php`; where `action` chooses, one for each as `name&action=…`. */
export type WireTable = Readonly<Record<string, Endpoint>>;

/** For methods without parameters, without a body or without data. Whatever a caller sends all the same is left out. */
export const nothing = z.custom<undefined>().transform(() => undefined);

/** Declares a method, and handles it: `run` is given what `query` and `body` read, and gives what `reply` says. */
export function wireMethod<Query extends $ZodType, Body extends $ZodType, Reply extends $ZodType>(
  definition: MethodSchemas<Query, Body, Reply> & {
    cacheControl?: string;
    run(call: WireCall<output<Query>, output<Body>>): Promise<WireReply<input<Reply>>>;
  },
): WireMethod<MethodSchemas<Query, Body, Reply>> {
  return guardedMethod({ ...definition, admit: async () => null });
}

/**
 * Like wireMethod, for callers that `admit` lets in. `admit` throws before parameters and body are looked at, so that
 * others learn nothing about them [W9]. `run` also gets what `admit` gives.
 */
export function guardedMethod<Query extends $ZodType, Body extends $ZodType, Reply extends $ZodType, Caller>(
  definition: MethodSchemas<Query, Body, Reply> & {
    cacheControl?: string;
    admit(call: UnparsedWireCall): Promise<Caller>;
    run(call: WireCall<output<Query>, output<Body>>, caller: Caller): Promise<WireReply<input<Reply>>>;
  },
): WireMethod<MethodSchemas<Query, Body, Reply>> {
  const { admit, query, body, reply, cacheControl = null, run } = definition;
  return {
    schemas: { query, body, reply },
    cacheControl,
    async handle(call) {
      const caller = await admit(call);
      const { readBody, ...head } = call;
      const given = await readBody();
      return run(
        { ...head, query: parseQuery(query, call.query, call.emptyParameters), body: parseBody(body, given) },
        caller,
      );
    },
  };
}
