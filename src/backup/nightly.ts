import { OperatorError } from '#src/platform/errors/operator-error.ts';
import {
  type LastBackup,
  readLastBackup,
  writeFailedBackup,
  writeLastBackup,
} from '#src/platform/last-backup/last-backup.ts';
import { isWithin } from '#src/platform/settings/own-folders.ts';
import { BACKUP_NAME, backupName } from './backup-format.ts';
import { type BackupOptions, type MadeBackup, makeBackup } from './make-backup.ts';
import { CopyUnderWay, Stopped } from './scratch.ts';

export interface NightlyOptions extends Omit<BackupOptions, 'name'> {
  /** Backups that stay. */
  readonly keep: number;
}

export interface NightlyBackup extends MadeBackup {
  /** Why older ones that are too many are still there: the backup itself is proved. */
  readonly notRemoved: OperatorError | null;
}

/**
 * Makes the backup of this night, writes down how it went, and removes those that are too many [R196, R197].
 * @throws {OperatorError} when it failed: the earlier ones stay
 * @throws {CopyUnderWay} while another one copies, or {Stopped}: nothing is written down
 */
export async function backUpNightly(options: NightlyOptions): Promise<NightlyBackup> {
  const { folder, place, nowMs, keep } = options;
  const before = await readLastBackup(folder.lastBackup);
  const startedMs = performance.now();
  try {
    const on = await findDisk(place, before);
    const made = await makeBackup({ ...options, name: await freeName(place, nowMs) });
    const rows = Object.values(made.rows).reduce((sum, count) => sum + count, 0);
    const seconds = Math.round((performance.now() - startedMs) / 100) / 10;
    const proved = { atMs: nowMs, name: made.name, bytes: made.bytes, seconds, rows, on };
    await writeLastBackup(folder.lastBackup, { ...before, triedMs: nowMs, proved, failing: null });
    return { ...made, notRemoved: await removeOld(place, made.name, keep) };
  } catch (error) {
    if (error instanceof CopyUnderWay || error instanceof Stopped) throw error;
    const reason = error instanceof OperatorError ? `${error.message} ${error.remedy}` : String(error);
    // It may have been told of meanwhile as one that takes too long: a failure is told once.
    const last = (await readLastBackup(folder.lastBackup)) ?? before;
    // On a full disk that fails too: the log has it.
    await writeFailedBackup(folder.lastBackup, last, { triedMs: nowMs, reason }).catch(() => {});
    throw error;
  }
}

/**
 * Where the disk of the place begins; undefined for a store, and for a disk that cannot be read: that says so when it is
 * written to.
 * @throws {OperatorError} when the disk of the last backup is away: its mount point is a folder of another one
 */
async function findDisk(
  place: BackupOptions['place'],
  before: LastBackup | null,
): Promise<string | undefined> {
  const known = before?.proved?.on;
  const now = await place.disk?.().catch(() => ({ path: place.name, begins: known }));
  const { path, begins } = now ?? {};
  if (known === undefined || path === undefined || begins === undefined || begins === known) return begins;
  if (!isWithin(known, path) || !isWithin(begins, known)) return begins;
  throw new OperatorError(
    `The disk of ${place.name} is away: no backup is made beside it.`,
    `Mount it; the next night tries again. To keep backups on this disk from now on, name a folder outside of ${known} as BACKUP_DIR.`,
  );
}

/** Of the first second from then on of which there is no backup: nothing is written over. */
async function freeName(place: BackupOptions['place'], nowMs: number): Promise<string> {
  // One that cannot be read, or is not there yet, says so when it is written to.
  const taken: readonly string[] = await place.list().catch(() => []);
  let atMs = nowMs;
  while (taken.includes(backupName(atMs))) atMs += 1_000;
  return backupName(atMs);
}

/** The newest one stays whatever its name; those of later nights, which a clock that was ahead has left, go first. */
async function removeOld(
  place: BackupOptions['place'],
  newest: string,
  keep: number,
): Promise<OperatorError | null> {
  try {
    const others = (await place.list()).filter((name) => BACKUP_NAME.test(name) && name !== newest).sort();
    const ahead = others.filter((name) => name > newest);
    const inOrder = [...ahead, ...others.filter((name) => name < newest)];
    const tooMany = inOrder.slice(0, Math.max(0, others.length - (keep - 1)));
    // One that is locked keeps no other.
    const removals = await Promise.allSettled(tooMany.map((name) => place.remove(name)));
    for (const removal of removals) if (removal.status === 'rejected') throw removal.reason;
    await place.clearUp?.();
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return new OperatorError(
      `The backup is proved, but older ones could not be removed from ${place.name}: ${reason}`,
      'Let Onde list and remove files there, or remove the oldest ones yourself; the next backup tries again.',
      { cause: error },
    );
  }
}
