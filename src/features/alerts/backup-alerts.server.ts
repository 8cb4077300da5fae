import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod';
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts';
import type { Database } from '#src/db/database.ts';
import { orderMail } from '#src/db/mail-queue.ts';
import { type Clock, systemClock } from '#src/platform/clock/clock.ts';
import { replaceFile } from '#src/platform/files/replace-file.ts';
import { type LastBackup, newestProvedMs, readLastBackup } from '#src/platform/last-backup/last-backup.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { BACKUP_KIND, type ToldBackup } from './backup-mail.server.ts';
import { RegularLook } from './regular-look.server.ts';

const recordSchema = z.object({ toldSinceMs: z.number().nullable() });

export interface BackupAlertsOptions {
  db: Database;
  clock: Clock;
  logger: Logger;
  /** How the backups go; written by who makes them. */
  lastBackup: string;
  /** The file that remembers what was mailed, so that a restart mails nothing twice. */
  recordFile: string;
  /** '' without a recipient. */
  recipient(): string;
  wakeMail(): void;
}

/** Orders a mail when the nightly backups begin to fail, and one when they go well again [R197]. */
export class BackupAlerts extends RegularLook {
  readonly #options: BackupAlertsOptions;

  constructor(options: BackupAlertsOptions) {
    super(options, {
      gone: 'Onde could not tell the operator by mail how the backups go, and tries again: check the database and the disk of DATA_DIR',
      back: 'Onde can tell the operator by mail how the backups go again',
    });
    this.#options = options;
  }

  protected override async work(): Promise<void> {
    const { db, clock, logger, lastBackup, recipient, wakeMail } = this.#options;
    const last = await readLastBackup(lastBackup);
    const toldSinceMs = await this.#readTold();
    const sinceMs = last?.failing?.sinceMs ?? null;
    // What nobody could be told is told once there is somebody.
    if (last === null || sinceMs === toldSinceMs || recipient() === '') return;
    // The record comes first: a crash then costs one mail, where the other order would send one every minute.
    await this.#writeTold(sinceMs);
    const order = {
      kind: BACKUP_KIND,
      userId: null,
      payload: toldOf(last),
      language: DEFAULT_LANGUAGE,
      dedupeKey: null,
    };
    await orderMail(db, clock.nowMs(), order).catch(async (error: unknown) => {
      // Backups fail where the database is away: the next look orders it.
      await this.#writeTold(toldSinceMs);
      throw error;
    });
    logger.info('Onde mails the operator how the backups go');
    wakeMail();
  }

  async #readTold(): Promise<number | null> {
    const text = await readFile(this.#options.recordFile, 'utf8').catch(() => '');
    try {
      return recordSchema.parse(JSON.parse(text)).toldSinceMs;
    } catch {
      return null;
    }
  }

  async #writeTold(toldSinceMs: number | null): Promise<void> {
    await mkdir(dirname(this.#options.recordFile), { recursive: true });
    await replaceFile(this.#options.recordFile, JSON.stringify({ toldSinceMs }));
  }
}

function toldOf(last: LastBackup): ToldBackup {
  return { reason: last.failing?.reason ?? null, provedMs: newestProvedMs(last, systemClock.nowMs()) };
}
