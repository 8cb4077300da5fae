import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError, STOPPED_EXIT_CODE } from '#src/platform/errors/operator-error.ts';
import { namesIn } from '#src/platform/files/names-in.ts';
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

/** Somebody wanted no more of it: what it had begun is cleared away, and it has not failed. */
export class Stopped extends OperatorError {
  override readonly exitCode = STOPPED_EXIT_CODE;

  constructor() {
    super('Stopped: nothing of it is left.', 'Run the same command again to begin anew.');
  }
}

/** @throws {Stopped} after somebody has asked for that */
export function refuseStopped(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new Stopped();
}

/** npx passes on to a command what the terminal has told it already. */
const SAME_SIGNAL_MS = 1_000;

/** Whether Ctrl-C was pressed, or the machine asks to end. The second time the process ends at once. */
export function stopBySignal(): Disposable & { readonly signal: AbortSignal } {
  const stop = new AbortController();
  let askedMs = Number.POSITIVE_INFINITY;
  const onSignal = () => {
    if (performance.now() - askedMs > SAME_SIGNAL_MS) process.exit(STOPPED_EXIT_CODE);
    askedMs = Math.min(askedMs, performance.now());
    stop.abort();
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  return {
    signal: stop.signal,
    [Symbol.dispose]: () => void process.off('SIGINT', onSignal).off('SIGTERM', onSignal),
  };
}

/** A copy of the database that is on its way into a backup. */
const COPY = 'copy-';

/** What a restore has not put in place yet; what one that was killed has left counts for nothing, and goes. */
export const UNFINISHED_RESTORE = '.restore-';

/** Removes what restores into a folder that were killed have left. */
export function clearUnfinished(folder: string): Promise<void> {
  return clear(folder, UNFINISHED_RESTORE);
}

/**
 * Removes what backups and restores that were killed have left: copies of the database, in which stays who leaves.
 * Call it with the lock of the instance in hand, as a restore into it has it.
 */
export async function clearKilledCopies({
  root,
  backupLock,
  scratch,
}: Pick<DataFolder, 'root' | 'backupLock' | 'scratch'>): Promise<void> {
  await clearUnfinished(root);
  using lock = acquireLock(backupLock);
  if (lock !== null) await clear(scratch, COPY);
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
    await clear(scratch, COPY);
    const path = await mkdtemp(join(scratch, COPY));
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

/** Removes what of a folder begins so: the scratch folder may be a link to a disk that holds other things as well. */
async function clear(folder: string, prefix: string): Promise<void> {
  const names = (await namesIn(folder, /./s)).filter((name) => name.startsWith(prefix));
  for (const name of names) await rm(join(folder, name), { recursive: true, force: true });
}
