import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '#src/contract/durations.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { errorCode, hasErrorCode } from '#src/platform/errors/error-code.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { Outage } from '#src/platform/log/outage.ts';

/** [W242] A picture of a member who has gone is asked for no more. */
const DRAWN_UNUSED_DAYS = 30;
/** Files looked at at once. */
const AT_ONCE = 64;

/**
 * Removes the files unused longest until the rest is within `maxBytes`; subfolders included.
 * @param unusedMs files that were last used before are removed, too
 */
export async function pruneFolder(
  folder: string,
  maxBytes: number,
  unusedMs = Number.NEGATIVE_INFINITY,
): Promise<void> {
  const files = await listFiles(folder);
  files.sort((a, b) => b.usedMs - a.usedMs);
  let keptBytes = 0;
  for (const { path, bytes, usedMs } of files) {
    keptBytes += bytes;
    if (keptBytes > maxBytes || usedMs < unusedMs) await rm(path, { force: true });
  }
}

/** Prunes a folder of things that can be made again, now and daily. */
export function keepWithin(options: {
  folder: string;
  maxBytes: number;
  clock: Clock;
  logger: Logger;
}): Disposable {
  const { folder, maxBytes, clock, logger } = options;
  const outage = new Outage({
    clock,
    logger,
    words: {
      gone: `Onde could not clear the cache folder ${folder}: check the rights of DATA_DIR`,
      back: `Onde clears the cache folder ${folder} again`,
    },
  });
  const prune = () =>
    void pruneFolder(folder, maxBytes, clock.nowMs() - DRAWN_UNUSED_DAYS * DAY_MS).then(
      () => outage.worked(),
      (error: unknown) => outage.failed(errorCode(error) ?? String(error)),
    );
  prune();
  return clock.every(DAY_MS, prune);
}

interface FoundFile {
  path: string;
  bytes: number;
  usedMs: number;
}

async function listFiles(folder: string): Promise<FoundFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) return [];
    throw error;
  });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const found: FoundFile[] = [];
  for (let from = 0; from < paths.length; from += AT_ONCE) {
    const some = await Promise.all(paths.slice(from, from + AT_ONCE).map(lookAt));
    found.push(...some.filter((file) => file !== null));
  }
  return found;
}

/** Null for a file that is just gone: another process may be pruning too. */
async function lookAt(path: string): Promise<FoundFile | null> {
  try {
    const { size, atimeMs, mtimeMs } = await stat(path);
    return { path, bytes: size, usedMs: Math.max(atimeMs, mtimeMs) };
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
}
