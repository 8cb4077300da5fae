import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { COPY_UNDER_WAY } from '#src/platform/last-backup/last-backup.ts';
import { acquireLock } from '#src/platform/lock/lock.ts';
import type { DataFolder } from '#src/platform/settings/data-folder.ts';

/** A folder for what is needed for a while, and the right to be the only one who copies. */
export interface Scratch extends AsyncDisposable {
  readonly path: string;
}

/** Only one copies at a time: whoever is refused has not failed, for what is wanted is being done. */
export class CopyUnderWay extends OperatorError {
  override readonly exitCode = COPY_UNDER_WAY;

  constructor() {
    super(
      'Another backup or move of this station is under way.',
      'Wait until it has ended, then run this again.',
    );
  }
}

/**
 * Takes the scratch folder of an instance, and clears away what a killed backup left there.
 * @throws {CopyUnderWay} while another backup is under way
 */
export async function takeScratch({
  backupLock,
  scratch,
}: Pick<DataFolder, 'backupLock' | 'scratch'>): Promise<Scratch> {
  const lock = acquireLock(backupLock);
  if (lock === null) throw new CopyUnderWay();
  try {
    await mkdir(scratch, { recursive: true });
    for (const name of await readdir(scratch))
      await rm(join(scratch, name), { recursive: true, force: true });
    const path = await mkdtemp(join(scratch, 'copy-'));
    return {
      path,
      async [Symbol.asyncDispose]() {
        await rm(path, { recursive: true, force: true });
        lock[Symbol.dispose]();
      },
    };
  } catch (error) {
    lock[Symbol.dispose]();
    throw error;
  }
}
