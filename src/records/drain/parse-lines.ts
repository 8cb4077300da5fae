import type { z } from 'zod';

/** The lines that fit the schema; a line that a crash tore, or that a newer program wrote, is left out. */
export function parseLines<Schema extends z.ZodType>(
  lines: readonly string[],
  schema: Schema,
): z.infer<Schema>[] {
  return lines.flatMap((line) => {
    try {
      const parsed = schema.safeParse(JSON.parse(line));
      return parsed.success ? [parsed.data] : [];
    } catch {
      return [];
    }
  });
}
