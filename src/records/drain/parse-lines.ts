import type { z } from 'zod';

/** The lines that say what the schema expects; what a crash tore, or a newer program wrote, is left out. */
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
