import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { readLastBackup, writeLastBackup } from '#src/platform/last-backup/last-backup.ts';
import { BACKUP_NAME, backupName } from './backup-format.ts';
import { type BackupOptions, type MadeBackup, makeBackup } from './make-backup.ts';
import { CopyUnderWay } from './scratch.ts';

export interface NightlyOptions extends Omit<BackupOptions, 'name'> {
  /** Backups that stay. */
  readonly keep: number;
}

/**
 * Makes the backup of this night, removes those that are too many, and writes down how it went [R196, R197].
 * @throws {OperatorError} when it failed: the earlier ones stay
 * @throws {CopyUnderWay} while another one copies: nothing is written down
 */
export async function backUpNightly(options: NightlyOptions): Promise<MadeBackup> {
  const { folder, place, nowMs, keep } = options;
  const before = await readLastBackup(folder.lastBackup);
  const startedMs = performance.now();
  try {
    const made = await makeBackup({ ...options, name: backupName(nowMs) });
    await removeOld(place, made.name, keep);
    const rows = Object.values(made.rows).reduce((sum, count) => sum + count, 0);
    const seconds = Math.round((performance.now() - startedMs) / 100) / 10;
    const proved = { atMs: nowMs, name: made.name, bytes: made.bytes, seconds, rows };
    await writeLastBackup(folder.lastBackup, { triedMs: nowMs, proved, failing: null });
    return made;
  } catch (error) {
    if (error instanceof CopyUnderWay) throw error;
    const reason = error instanceof OperatorError ? `${error.message} ${error.remedy}` : String(error);
    const failing = { sinceMs: before?.failing?.sinceMs ?? nowMs, reason };
    // On a full disk that fails too: the log has it.
    await writeLastBackup(folder.lastBackup, {
      triedMs: nowMs,
      proved: before?.proved ?? null,
      failing,
    }).catch(() => {});
    throw error;
  }
}

/** The newest one stays whatever its name: a clock that was ahead has left names of later nights. */
async function removeOld(place: BackupOptions['place'], newest: string, keep: number): Promise<void> {
  const others = (await place.list()).filter((name) => BACKUP_NAME.test(name) && name !== newest).sort();
  for (const name of others.slice(0, Math.max(0, others.length - (keep - 1)))) await place.remove(name);
}
