import * as z from 'zod';
import { $ZodObject, type $ZodType, type output, safeParse } from 'zod/v4/core';
import { WireError } from './wire-error.ts';

/** A parameter that may be there without a value; of any other an empty one is a missing one [W3]. */
export const mayBeEmpty = z.string();

/**
 * Parses the parameters by their schema.
 * @param empty the names of those that came without a value
 * @throws {WireError} `missing_parameter` or `invalid_parameter`, naming the first wrong one
 */
export function parseQuery<Schema extends $ZodType>(
  schema: Schema,
  query: Readonly<Record<string, string>>,
  empty: ReadonlySet<string>,
): output<Schema> {
  const fields = schema instanceof $ZodObject ? Object.entries(schema._zod.def.shape) : [];
  const given = fields.filter(([name, field]) => field === mayBeEmpty && empty.has(name));
  const parsed = safeParse(schema, { ...query, ...Object.fromEntries(given.map(([name]) => [name, ''])) });
  if (parsed.success) return parsed.data;
  const name = String(parsed.error.issues[0]?.path[0] ?? '');
  throw new WireError(Object.hasOwn(query, name) ? 'invalid_parameter' : 'missing_parameter', {
    values: { name },
  });
}
