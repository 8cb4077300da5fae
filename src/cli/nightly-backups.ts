import { isBackupDue } from '#src/backup/backup-due.ts';
import { BackgroundJob } from '#src/broadcast/supervision/background-job.ts';
import { socketFolder } from '#src/broadcast/supervision/socket-folder.ts';
import { MINUTE_MS } from '#src/contract/durations.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { readLastBackup } from '#src/platform/last-backup/last-backup.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { DataFolder } from '#src/platform/settings/data-folder.ts';

const LOOK_EVERY_MS = 10 * MINUTE_MS;

interface NightlyBackupsOptions {
  folder: DataFolder;
  clock: Clock;
  logger: Logger;
  /** Runs `onde backup`. */
  job?: AsyncDisposable & { run(): void };
  /** Of the machine's clock. */
  hourAt?: (ms: number) => number;
}

/** Has a backup made each night, in a process of its own and at low priority [R196]. */
export class NightlyBackups implements AsyncDisposable {
  readonly #options: Required<NightlyBackupsOptions>;
  readonly #timer: Disposable;
  #startedMs = Number.NEGATIVE_INFINITY;

  constructor(options: NightlyBackupsOptions) {
    const { folder, clock, logger } = options;
    const job = () =>
      new BackgroundJob(['backup'], {
        folder: socketFolder(folder),
        clock,
        logger,
        onMessage() {},
        isTriedAgain: false,
      });
    this.#options = { hourAt: (ms) => new Date(ms).getHours(), ...options, job: options.job ?? job() };
    this.#timer = clock.every(LOOK_EVERY_MS, () => void this.look());
  }

  /** Never rejects. */
  async look(): Promise<void> {
    const { folder, clock, job, hourAt } = this.#options;
    const last = await readLastBackup(folder.lastBackup);
    const nowMs = clock.nowMs();
    // On a full disk nothing is written down.
    const triedMs = Math.max(last?.triedMs ?? Number.NEGATIVE_INFINITY, this.#startedMs);
    const known = last ?? { proved: null, failing: null };
    if (!isBackupDue(Number.isFinite(triedMs) ? { ...known, triedMs } : null, nowMs, hourAt(nowMs))) return;
    this.#startedMs = nowMs;
    job.run();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#timer[Symbol.dispose]();
    await this.#options.job[Symbol.asyncDispose]();
  }
}
