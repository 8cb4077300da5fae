import type { $ZodType } from 'zod/v4/core';

export const WIRE_METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;
export type WireMethodName = (typeof WIRE_METHODS)[number];

/** The schemas of a method: `nothing` where there are no parameters, no body or no data. */
export interface MethodSchemas<
  Query extends $ZodType = $ZodType,
  Body extends $ZodType = $ZodType,
  Reply extends $ZodType = $ZodType,
> {
  /** Parameters beside `endpoint`, all of them text; empty ones count as not given. */
  readonly query: Query;
  /** JSON. A rule names its field code as zod's message: `z.string().check(z.minLength(8, 'too_short'))`. */
  readonly body: Body;
  /**
   * What stands in the reply's `data`, or its bare array. For the types of both sides: the server parses no
   * reply.
   */
  readonly reply: Reply;
}
