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
  readonly #stationStartMs: number;
  #startedMs: number | null = null;

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
    this.#stationStartMs = clock.nowMs();
    this.#timer = clock.every(LOOK_EVERY_MS, () => void this.look());
  }

  /** Never rejects. */
  async look(): Promise<void> {
    const { folder, clock, job, hourAt } = this.#options;
    const last = await readLastBackup(folder.lastBackup);
    const nowMs = clock.nowMs();
    // On a full disk nothing is written down.
    const tries = [last?.triedMs, this.#startedMs].filter((ms) => typeof ms === 'number');
    const triedMs = tries.length === 0 ? null : Math.max(...tries);
    if (!isBackupDue({ triedMs, startMs: this.#stationStartMs, nowMs, hour: hourAt(nowMs) })) return;
    this.#startedMs = nowMs;
    job.run();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#timer[Symbol.dispose]();
    await this.#options.job[Symbol.asyncDispose]();
  }
}
