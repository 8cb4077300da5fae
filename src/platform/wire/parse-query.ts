import { type $ZodType, type output, safeParse } from 'zod/v4/core';
import { WireError } from './wire-error.ts';

/**
 * Parses the parameters by their schema.
 * @throws {WireError} `missing_parameter` or `invalid_parameter`, naming the first wrong one
 */
export function parseQuery<Schema extends $ZodType>(
  schema: Schema,
  query: Readonly<Record<string, string>>,
): output<Schema> {
  const parsed = safeParse(schema, query);
  if (parsed.success) return parsed.data;
  const name = String(parsed.error.issues[0]?.path[0] ?? '');
  throw new WireError(Object.hasOwn(query, name) ? 'invalid_parameter' : 'missing_parameter', {
    values: { name },
  });
}
