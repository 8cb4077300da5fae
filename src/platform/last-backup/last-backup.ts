import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { CLOCKS_DIFFER_MS } from '#src/contract/limits.ts';
import { replaceFile } from '#src/platform/files/replace-file.ts';

/** [R197] Exit code of a backup that is refused because another copy is under way: EX_TEMPFAIL of sysexits.h. */
export const COPY_UNDER_WAY = 75;

export const lastBackupSchema = z.object({
  /** When one of the night was begun last; null where none ever was. */
  triedMs: z.nullable(z.number()),
  /** The newest one of the night that was proved; null before the first. */
  proved: z.nullable(
    z.object({
      atMs: z.number(),
      name: z.string(),
      bytes: z.number(),
      seconds: z.number(),
      rows: z.number(),
      /** The folder at which the disk begins that it lies on; none of a store, or of an earlier version. */
      on: z.optional(z.string()),
    }),
  ),
  /** Since when they fail, and why the last one did; null while they go well. */
  failing: z.nullable(z.object({ sinceMs: z.number(), reason: z.string() })),
  /** When the newest one was made that was proved and went into a file of somebody's choice. */
  byHandMs: z.optional(z.number()),
});
/** How the backups go. */
export type LastBackup = z.infer<typeof lastBackupSchema>;

/** Null before the first one, and where the file is damaged. */
export async function readLastBackup(path: string): Promise<LastBackup | null> {
  const text = await readFile(path, 'utf8').catch(() => '');
  try {
    return lastBackupSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export async function writeLastBackup(path: string, last: LastBackup): Promise<void> {
  await replaceFile(path, JSON.stringify(last));
}

/** Writes down that one has failed: the newest proved one stays, and since when they fail. */
export async function writeFailedBackup(
  path: string,
  before: LastBackup | null,
  { triedMs, reason }: { triedMs: number; reason: string },
): Promise<void> {
  const failing = { sinceMs: before?.failing?.sinceMs ?? triedMs, reason };
  await writeLastBackup(path, { ...before, triedMs, proved: before?.proved ?? null, failing });
}

/** Writes down that one was proved that is none of the night: how those go stays as it was [R197, R213]. */
export async function writeBackupByHand(path: string, byHandMs: number): Promise<void> {
  const before = await readLastBackup(path);
  await writeLastBackup(path, { triedMs: null, proved: null, failing: null, ...before, byHandMs });
}

/**
 * When the newest one was made that was proved, of the night or by hand; null before the first. One that is dated later
 * than now, by a clock that was ahead, hides no other.
 * @param nowMs by the clock of the machine that makes them
 */
export function newestProvedMs({ proved, byHandMs }: LastBackup, nowMs: number): number | null {
  const times = [proved?.atMs, byHandMs].filter((ms) => ms !== undefined);
  const past = times.filter((ms) => ms <= nowMs + CLOCKS_DIFFER_MS);
  if (past.length > 0) return Math.max(...past);
  return times.length === 0 ? null : Math.min(...times);
}
