import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod';
import { HOUR_MS, MINUTE_MS } from '#src/contract/durations.ts';
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts';
import type { Database } from '#src/db/database.ts';
import { orderMail } from '#src/db/mail-queue.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { replaceFile } from '#src/platform/files/replace-file.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { ALERT_KIND } from './alert-mail.server.ts';
import { RegularLook } from './regular-look.server.ts';

/** Problems that end sooner, such as an upload or a restart of a disk, get a line in the log and no mail. */
const LASTING_MS = 5 * MINUTE_MS;
const MAIL_EVERY_MS = HOUR_MS;

const recordSchema = z.object({ mailedMs: z.number(), told: z.array(z.string()) });
type MailRecord = z.infer<typeof recordSchema>;

/**
 * Orders a mail to the operator about problems that have lasted for a while: once for each problem, one mail
 * an hour at most, whichever web process looks.
 */
export class StationAlerts extends RegularLook {
  readonly #options: StationAlertsOptions;
  /** When each problem was first seen, by its sentence; by a clock that nobody sets. */
  #since = new Map<string, number>();

  constructor(options: StationAlertsOptions) {
    super(options, {
      gone: 'Onde could not warn the operator by mail and tries again: check the database and the disk of DATA_DIR',
      back: 'Onde can warn the operator by mail again',
    });
    this.#options = options;
  }

  protected override async work(): Promise<void> {
    const { db, clock, logger, recipient, problems } = this.#options;
    const nowMs = clock.nowMs();
    const seenMs = clock.monotonicMs();
    const present = problems();
    this.#since = new Map(present.map((problem) => [problem, this.#since.get(problem) ?? seenMs]));
    const record = await this.#readRecord();
    const told = record.told.filter((problem) => present.includes(problem));
    const due = present.filter(
      (problem) => !told.includes(problem) && seenMs - (this.#since.get(problem) ?? seenMs) >= LASTING_MS,
    );
    const isFree = nowMs - record.mailedMs >= MAIL_EVERY_MS || nowMs < record.mailedMs;
    if (due.length === 0 || !isFree || recipient() === '') {
      if (told.length < record.told.length) await this.#writeRecord({ ...record, told });
      return;
    }
    // The record comes first: a crash then costs one mail, where the other order would send one every minute.
    await this.#writeRecord({ mailedMs: nowMs, told: [...told, ...due] });
    const order = {
      kind: ALERT_KIND,
      userId: null,
      payload: { problems: due },
      language: DEFAULT_LANGUAGE,
      dedupeKey: null,
    };
    await orderMail(db, nowMs, order).catch(async (error: unknown) => {
      // The database may be away for the same reason: the next look orders it.
      await this.#writeRecord({ ...record, told });
      throw error;
    });
    logger.info({ problems: due.length }, 'Onde mails the operator what is wrong');
  }

  async #readRecord(): Promise<MailRecord> {
    const text = await readFile(this.#options.recordFile, 'utf8').catch(() => '');
    try {
      return recordSchema.parse(JSON.parse(text));
    } catch {
      return { mailedMs: Number.NEGATIVE_INFINITY, told: [] };
    }
  }

  async #writeRecord(record: MailRecord): Promise<void> {
    await mkdir(dirname(this.#options.recordFile), { recursive: true });
    await replaceFile(this.#options.recordFile, JSON.stringify(record));
  }
}

export interface StationAlertsOptions {
  db: Database;
  clock: Clock;
  logger: Logger;
  /** The file that remembers mailed problems, so that a restart mails none twice. */
  recordFile: string;
  /** The present problems, a sentence each. */
  problems(): readonly string[];
  /** '' without a recipient. */
  recipient(): string;
}
