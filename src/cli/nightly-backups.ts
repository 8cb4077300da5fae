import { BACKUP_TOO_LONG_MS, isBackupDue, nightBefore } from '#src/backup/backup-due.ts';
import { BackgroundJob } from '#src/broadcast/supervision/background-job.ts';
import { socketFolder } from '#src/broadcast/supervision/socket-folder.ts';
import { HOUR_MS, MINUTE_MS } from '#src/contract/durations.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { STOPPED_EXIT_CODE } from '#src/platform/errors/operator-error.ts';
import {
  COPY_UNDER_WAY,
  type LastBackup,
  readLastBackup,
  writeFailedBackup,
} from '#src/platform/last-backup/last-backup.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { DataFolder } from '#src/platform/settings/data-folder.ts';

const LOOK_EVERY_MS = 10 * MINUTE_MS;
/** After this long without a look the machine was not on. */
const ASLEEP_MS = 3 * LOOK_EVERY_MS;

/** Somebody wanted that, or the machine: of what ends with the whole service each process is told by itself. */
const ASKED_TO_END: ReadonlySet<number | string> = new Set([
  'SIGTERM',
  'SIGINT',
  'SIGHUP',
  STOPPED_EXIT_CODE,
]);

/** How `onde backup` ended: exit code, signal, or why it could not be started. */
type HowEnded = number | string;

interface NightlyBackupsOptions {
  folder: DataFolder;
  clock: Clock;
  logger: Logger;
  /** Opens what runs `onde backup`; it calls `onEnd` after each run that was not stopped. */
  openJob?: (onEnd: (how: HowEnded) => Promise<void>) => AsyncDisposable & { run(): void };
  /** When it was the hour of backups last, by the machine's clock. */
  nightAt?: (nowMs: number) => number;
}

/** Has a backup made each night, in a process of its own and at low priority [R196]. */
export class NightlyBackups implements AsyncDisposable {
  readonly #options: Required<Omit<NightlyBackupsOptions, 'openJob'>>;
  readonly #job: AsyncDisposable & { run(): void };
  readonly #timer: Disposable;
  #onSinceMs: number;
  #lookedMs: number;
  #startedMs: number | null = null;
  /** What was written down when it was started. */
  #before: LastBackup | null = null;
  /** Since when a backup is wanted that has neither been made nor failed; by a clock that stands still in a sleep. */
  #wantedSinceMs: number | null = null;
  /** A night has come while the one before was still under way: it is made right after it. */
  #isWantedAgain = false;
  /** What was written down of one that takes too long. */
  #lateReason: string | null = null;

  constructor({ openJob, ...options }: NightlyBackupsOptions) {
    const { folder, clock, logger } = options;
    this.#options = { nightAt: nightBefore, ...options };
    const open =
      openJob ??
      ((onEnd) =>
        new BackgroundJob(['backup'], {
          folder: socketFolder(folder),
          clock,
          logger,
          onMessage() {},
          isTriedAgain: false,
          goodCodes: [0, COPY_UNDER_WAY],
          onEnd,
        }));
    this.#job = open((how) => this.#writeHowItEnded(how));
    this.#onSinceMs = clock.nowMs();
    this.#lookedMs = this.#onSinceMs;
    this.#timer = clock.every(LOOK_EVERY_MS, () => void this.look());
  }

  /** Never rejects. */
  async look(): Promise<void> {
    const { folder, clock, nightAt } = this.#options;
    const last = await readLastBackup(folder.lastBackup);
    const nowMs = clock.nowMs();
    // The machine has slept: a night may have passed.
    if (nowMs - this.#lookedMs > ASLEEP_MS) this.#onSinceMs = nowMs;
    this.#lookedMs = nowMs;
    await this.#tellIfLate(last, nowMs);
    // On a full disk nothing is written down.
    const tries = [last?.triedMs, this.#startedMs].filter((ms) => typeof ms === 'number');
    // A clock that was set back leaves the times of what was made before it in the future: one made since counts.
    const past = tries.filter((ms) => ms <= nowMs);
    const triedMs = tries.length === 0 ? null : Math.max(...(past.length === 0 ? tries : past));
    const moment = { triedMs, onSinceMs: this.#onSinceMs, nowMs, nightMs: nightAt(nowMs) };
    if (!isBackupDue(moment)) return;
    this.#isWantedAgain = this.#startedMs !== null && this.#wantedSinceMs !== null;
    this.#startedMs = nowMs;
    this.#wantedSinceMs ??= clock.monotonicMs();
    this.#before = last;
    this.#job.run();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#timer[Symbol.dispose]();
    await this.#job[Symbol.asyncDispose]();
  }

  /** One that hangs, on a disk of the network that is away, says nothing at all [R205]. */
  async #tellIfLate(last: LastBackup | null, nowMs: number): Promise<void> {
    const wantedSinceMs = this.#wantedSinceMs;
    if (wantedSinceMs === null || this.#lateReason !== null) return;
    const { clock, folder, logger } = this.#options;
    const takenMs = clock.monotonicMs() - wantedSinceMs;
    if (takenMs < BACKUP_TOO_LONG_MS) return;
    const reason = this.#startedMs === null ? REFUSED_TOO_LONG : TOO_LONG;
    this.#lateReason = reason;
    logger.warn(reason);
    // A refused one is still made when the other has ended: that it is told of is no try.
    const triedMs = this.#startedMs ?? last?.triedMs ?? nowMs - takenMs;
    // On a full disk that fails: the log has it.
    await writeFailedBackup(folder.lastBackup, last, { triedMs, reason }).catch(() => {});
  }

  /** A backup says itself how it went, unless it was killed or never began [R197]. Never rejects. */
  async #writeHowItEnded(how: HowEnded): Promise<void> {
    const { folder, clock, logger } = this.#options;
    const triedMs = this.#startedMs ?? clock.nowMs();
    // The next look tries again: what is under way need not be a backup of the night.
    if (how === COPY_UNDER_WAY) {
      this.#startedMs = null;
      return;
    }
    this.#wantedSinceMs = this.#isWantedAgain ? clock.monotonicMs() : null;
    this.#isWantedAgain = false;
    const lateReason = this.#lateReason;
    this.#lateReason = null;
    if (how === 0 || ASKED_TO_END.has(how)) return;
    const last = await readLastBackup(folder.lastBackup);
    const isOurs = lateReason !== null && last?.failing?.reason === lateReason;
    if (last !== null && last.triedMs !== (this.#before?.triedMs ?? null) && !isOurs) return;
    const reason = reasonOf(how);
    logger.warn(reason);
    // On a full disk that fails too: the log has it.
    await writeFailedBackup(folder.lastBackup, last, { triedMs, reason }).catch(() => {});
  }
}

const HOURS = BACKUP_TOO_LONG_MS / HOUR_MS;
const TOO_LONG = `The backup has been under way for ${HOURS} hours and has not ended. See that the database and the place of BACKUP_DIR answer: a server or a disk of the network that is away holds up whoever waits for it.`;
const REFUSED_TOO_LONG = `The backup has waited for ${HOURS} hours for another backup or move of this station to end. See that the other one goes on, or end it.`;

/** In the operator's words. */
function reasonOf(how: HowEnded): string {
  if (typeof how === 'number')
    return `The backup ended with exit code ${how} before it could write down why. The log says more, and so does npx onde backup.`;
  if (/^SIG[A-Z]+/.test(how))
    return `The backup was ended by ${how} before it was proved. Where nobody did that, the machine had no memory left: journalctl -k says so.`;
  return `The backup could not be started: ${how}. See that the machine has memory and processes left.`;
}
