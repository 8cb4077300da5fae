import type { FileHandle } from 'node:fs/promises';
import type { z } from 'zod';

const NEWLINE = 0x0a;

/** What a JSON text says; null where it is none, as a schema then refuses it. */
export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The lines that fit the schema; a line that a crash tore, or that a newer program wrote, is left out. */
export function parseJsonLines<Schema extends z.ZodType>(
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

/**
 * Whether a file ends in the middle of a line, as a crash or a full disk leaves it: what is appended must not
 * become part of that line. The handle must be open for reading.
 */
export async function endsWithinLine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] !== NEWLINE;
}
