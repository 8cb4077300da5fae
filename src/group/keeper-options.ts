import type { FromKeeper } from '#src/broadcast/group/keeper.wire.ts';
import type { Database } from '#src/db/database.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';

/** What a keeper has of its machine. */
export interface KeeperOptions {
  group: string;
  databaseUrl: string;
  /** The database for all that may take its time; opened anew until it can be. */
  openDatabase: (onMigrating: () => void) => Promise<Database>;
  /** The same one for the journal alone, until it has been brought to this version. */
  openAsItIs: () => Database;
  /** Where the journal lies, which segments were told, and what this machine knows of itself. */
  folder: { root: string; journal: string; toldSegments: string; groupRecord: string };
  /** Where other machines reach this one. */
  addresses: () => readonly string[];
  /** The station's public address, at which the machine answers that listeners hear. */
  origin: string;
  likeness: () => string;
  /** Called while another machine is on the air: what this one still has is to be taken into the database. */
  onStandingBy: (db: Database) => void;
  say: (message: FromKeeper) => void;
  clock: Clock;
  logger: Logger;
}
