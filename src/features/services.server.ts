import type { NowPlaying } from '#src/broadcast/now-playing/now-playing.wire.ts';
import type { Database } from '#src/db/database.ts';
import type { MemberData } from '#src/members/member-data.server.ts';
import type { PasswordGuard } from '#src/members/password/password-guard.server.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { LastBackup } from '#src/platform/last-backup/last-backup.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { Outage } from '#src/platform/log/outage.ts';
import type { MailComposer } from '#src/platform/mail/mail-queue.ts';
import type { PictureProcess } from '#src/platform/pictures/picture-process.ts';
import type { LimitStore, RateLimits } from '#src/platform/rate-limit/rate-limits.ts';
import type { DataFolder } from '#src/platform/settings/data-folder.ts';
import type { Settings } from '#src/platform/settings/settings.ts';
import type { WireTable } from '#src/platform/wire/endpoint.ts';
import type { BelievedNow } from '#src/records/believed/believed-now.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import type { StationContent } from '#src/station/content/open-station-content.ts';

/**
 * All that a feature is handed by the web process. A handler names in its parameter what it takes: `Pick<Services,
 * 'db'>`.
 */
export interface Services {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly settings: Settings;
  readonly folder: DataFolder;
  /** Hears of a database that is away. */
  readonly databaseOutage: Outage;
  /** By which things are deleted for their age. */
  readonly believed: Pick<BelievedNow, 'nowMs'>;
  /** `station.yaml` as it stands now. */
  station(): StationConfig;
  /** Schedules, podcasts, biographies and videos as they stand now. */
  readonly content: StationContent;
  /** Whether a file of the station folder can be shown as a picture. */
  isPicture(file: string): Promise<boolean>;
  /** The tracks on air by broadcast's last message; empty before it. */
  nowPlaying(): NowPlaying[];
  /** How the nightly backups of the radio's machine go; null before the first one, and where none are made. */
  lastBackup(): Promise<LastBackup | null>;
  readonly passwords: PasswordGuard;
  /** Draws pictures that strangers made. */
  readonly pictureProcess: PictureProcess;
  readonly limits: RateLimits;
  /** Where these are counted, for what all web processes have to know for a while. */
  readonly limitStore: LimitStore;
  /** Wakes the mail worker after an order; null without SMTP. */
  readonly wakeMail: (() => void) | null;
  /** Has pages that changed just now taken out of a shared cache, by their tags [W213]; null where none is told. */
  readonly purgePages: ((tags: readonly string[]) => void) | null;
  /** What all features keep of a member, for export and deletion. */
  memberData(): readonly MemberData[];
}

/** What a feature brings to the web process, which closes it at its end. */
export interface Feature extends Partial<AsyncDisposable> {
  /** By their names on the wire; where `action` chooses, one for each. */
  readonly endpoints?: WireTable;
  /** What it keeps of a member. */
  readonly memberData?: readonly MemberData[];
  readonly sweeps?: readonly Sweep[];
  /** Who writes its mails, by kind. */
  readonly mails?: Readonly<Record<string, MailComposer>>;
}

/** Deletes what is past its time, once an hour. */
export interface Sweep {
  /** What goes, for the log: `diary entries`. */
  readonly what: string;
  /** @param nowMs a time that is believed [W120] */
  run(nowMs: number): Promise<void>;
}
