import { openDatabase } from '#src/db/open-database.ts';
import { createLogger } from '#src/platform/log/logger.ts';

/** A process of its own that opens the database of its two arguments (address or '', file) and counts the songs. */
const [databaseUrl = '', sqlitePath = ''] = process.argv.slice(2);
await using db = await openDatabase({
  databaseUrl: databaseUrl === '' ? null : databaseUrl,
  sqlitePath,
  logger: createLogger({ level: 'silent', part: 'test' }),
});
const songs = await db.selectFrom('songs').select('id').execute();
process.stdout.write(`${songs.length} songs`);
