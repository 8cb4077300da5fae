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

/** As shells report a program that Ctrl-C ended. */
export const STOPPED_EXIT_CODE = 130;

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
