import * as z from 'zod';
import type { $ZodType, input, output } from 'zod/v4/core';
import { addressKey } from '#src/platform/rate-limit/address-key.ts';
import type { Limit, LimitOf, Pace } from '#src/platform/rate-limit/limit.ts';
import type { LimitCounter } from '#src/platform/rate-limit/rate-limits.ts';
import type { MethodSchemas, WireMethodName } from './method-schemas.wire.ts';
import { parseQuery, readForm, type UnparsedWireCall, type WireCall } from './parse-call.ts';
import { refuseAboveLimit } from './refuse-above-limit.ts';
import { WireError } from './wire-error.ts';
import type { WireReply } from './wire-reply.ts';

/** Who may call, in the contract's words. */
export type Callers = 'anyone' | 'members';

/** One method of an endpoint with all that it declares: made by `wireMethod`, run by the wire door. */
export interface WireMethod<Schemas extends MethodSchemas = MethodSchemas> {
  readonly schemas: Schemas;
  readonly callers: Callers;
  /** Programs have to name themselves [W81]. */
  readonly isForKnownClients: boolean;
  /** How often it may be called, in the order in which they are taken. */
  readonly limits: readonly Limit[];
  /** How long a successful reply may be kept, by anyone; null: it may not be stored. */
  readonly keptSeconds: number | null;
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

/**
 * For methods without parameters, without a body or without data. Whatever a caller sends all the same is
 * left out.
 */
export const nothing = z.custom<undefined>().transform(() => undefined);

/** What a method declares, besides who may call it. */
export interface MethodDefinition<
  Query extends $ZodType,
  Body extends $ZodType,
  Reply extends $ZodType,
  Of extends LimitOf,
> extends MethodSchemas<Query, Body, Reply> {
  /** Taken in this order before `run`, once parameters and body break no rule [W9]. */
  readonly limits?: readonly Limit<Of>[];
  /** Those that `run` takes from `call.limits` itself: they go by the body, or by how the call ends. */
  readonly ownLimits?: readonly Limit[];
  /** Programs have to name themselves, by a key of these settings [W81]. */
  readonly knownClients?: { readonly clientApiKeys: readonly string[] };
  /** How long a successful reply may be kept, by anyone. */
  readonly keptSeconds?: number;
}

/**
 * Declares a method, and handles it: `run` is given what `query` and `body` read, and gives what `reply`
 * says.
 */
export function wireMethod<Query extends $ZodType, Body extends $ZodType, Reply extends $ZodType>(
  definition: MethodDefinition<Query, Body, Reply, 'address'> & {
    run(call: WireCall<output<Query>, output<Body>>): Promise<WireReply<input<Reply>>>;
  },
): WireMethod<MethodSchemas<Query, Body, Reply>> {
  return guardedMethod({ ...definition, callers: 'anyone', admit: async () => null, keyOf: () => '' });
}

/**
 * Like wireMethod, for callers that `admit` lets in. `admit` throws before parameters and body are looked at,
 * so that others learn nothing about them [W9]. `rights` throws for what the caller may not do by a body of the right
 * form, as it came, before its rules are looked at. `run` also gets what `admit` gives, and limits of a member go by its
 * `keyOf`.
 */
export function guardedMethod<Query extends $ZodType, Body extends $ZodType, Reply extends $ZodType, Caller>(
  definition: MethodDefinition<Query, Body, Reply, 'address' | 'member'> & {
    readonly callers: Callers;
    admit(call: UnparsedWireCall): Promise<Caller>;
    keyOf(caller: Caller): string;
    rights?(caller: Caller, body: unknown): void;
    run(call: WireCall<output<Query>, output<Body>>, caller: Caller): Promise<WireReply<input<Reply>>>;
  },
): WireMethod<MethodSchemas<Query, Body, Reply>> {
  const { callers, admit, keyOf, rights, query, body, reply, run } = definition;
  const { limits = [], ownLimits = [], knownClients, keptSeconds = null } = definition;
  return {
    schemas: { query, body, reply },
    callers,
    isForKnownClients: knownClients !== undefined,
    limits: [...limits, ...ownLimits],
    keptSeconds,
    async handle(call) {
      const caller = await admit(call);
      if (knownClients) requireKnownClient(knownClients, call.clientKey);
      const { readBody, ...head } = call;
      const sent = await readBody();
      const parameters = parseQuery(query, call.query, call.emptyParameters);
      const form = readForm(body, sent);
      rights?.(caller, form.given);
      const parsed = {
        ...head,
        query: parameters,
        body: form.parsed(),
        limits: only(ownLimits, call.limits),
      };
      for (const limit of limits)
        await refuseAboveLimit(call.limits, [
          limit,
          limit.of === 'member' ? keyOf(caller) : addressKey(call.address),
        ]);
      return run(parsed, caller);
    },
  };
}

/** Counts what is declared, and fails over anything else. */
function only(declared: readonly Limit[], limits: LimitCounter): LimitCounter {
  const checked = <Asked extends Limit | Pace>(limit: Asked): Asked => {
    if (!declared.some((one) => one === limit)) throw new Error(`the method does not declare ${limit.name}`);
    return limit;
  };
  return {
    take: (limit, key) => limits.take(checked(limit), key),
    check: (limit, key) => limits.check(checked(limit), key),
  };
}

/**
 * @throws {WireError} `unknown_client` for a program whose key the operator does not list in CLIENT_API_KEYS;
 * without a list every program is known [W81]
 */
function requireKnownClient(
  { clientApiKeys }: { readonly clientApiKeys: readonly string[] },
  clientKey: string | null,
): void {
  if (clientApiKeys.length === 0) return;
  if (clientKey === null || !clientApiKeys.includes(clientKey)) throw new WireError('unknown_client');
}

/**
 * How many rows to give; outside of `min` (1) to `max` the nearer bound [W21]. Anything but a whole number is
 * refused.
 */
export function limitParameter(options: { standard: number; max: number; min?: number }) {
  return z
    .string()
    .regex(/^-?\d+$/)
    .transform((text) => Math.min(options.max, Math.max(options.min ?? 1, Number(text))))
    .default(options.standard);
}
