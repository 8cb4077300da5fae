import type { z } from 'zod';

/** JSON is text in both engines: nothing is asked of it in SQL. */
export function encodeJson(value: unknown): string {
  return JSON.stringify(value);
}

/** Parses stored JSON by the schema of today; throws a ZodError when it no longer fits. */
export function decodeJson<Schema extends z.ZodType>(schema: Schema, text: string): z.infer<Schema> {
  return schema.parse(JSON.parse(text));
}
