import type { Database } from '#src/db/database.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import { readSettings } from '#src/platform/settings/settings.ts';

/** The station's database, for a command that runs beside the station. */
export function openStationDatabase(): Promise<Database> {
  const { databaseUrl, dataDir } = readSettings(process.env);
  const logger = createLogger({ level: 'warn', part: 'command' });
  return openDatabase({ databaseUrl, sqlitePath: dataFolder(dataDir).database, logger });
}
