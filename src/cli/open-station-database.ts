import { refuseNoDatabase } from '#src/db/copies/snapshot.ts';
import type { Database } from '#src/db/database.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import { readSettings } from '#src/platform/settings/settings.ts';

/**
 * The station's database, for a command that runs beside the station. An embedded one must be there: an empty one in
 * its place would answer for a station that is elsewhere [W205].
 * @throws {OperatorError} when it is not there, or cannot be opened
 */
export async function openStationDatabase(): Promise<Database> {
  const { databaseUrl, dataDir } = readSettings(process.env);
  const { database: sqlitePath } = dataFolder(dataDir);
  if (databaseUrl === null) refuseNoDatabase(sqlitePath);
  // What the command answers may be read by another program.
  const to = { write: (line: string) => void process.stderr.write(line) };
  const logger = createLogger({ level: 'warn', part: 'command', to });
  // After an update the version of before goes on until somebody reloads.
  return await openDatabase({ databaseUrl, sqlitePath, logger, mayMigrate: false });
}
