import type { Command } from 'commander';
import { openDatabase } from '#src/db/open-database.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import { readSettings } from '#src/platform/settings/settings.ts';

/** `onde migrate`: brings the database to this program's form, which every start does too. */
export function registerMigrate(program: Command): void {
  program
    .command('migrate')
    .description('Bring the database to the form that this version needs')
    .action(async () => {
      const settings = readSettings(process.env);
      const logger = createLogger({ level: settings.logLevel, part: 'migrate' });
      const sqlitePath = dataFolder(settings.dataDir).database;
      await using _db = await openDatabase({ databaseUrl: settings.databaseUrl, sqlitePath, logger });
      process.stdout.write('The database has the form that this version needs.\n');
    });
}
