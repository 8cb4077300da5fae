import { DatabaseSync } from 'node:sqlite';

/**
 * Ends all that opens an account in a database that is put back: sessions, and links for a new password. What has been
 * logged out, and which link has been used, since the backup was made is nowhere written. A database of an early
 * version has no such tables.
 */
export function endSignIns(path: string): void {
  using database = new DatabaseSync(path);
  database.exec('pragma secure_delete = on');
  const tables = database.prepare("select name from sqlite_schema where type = 'table'").all();
  const has = (table: string) => tables.some(({ name }) => name === table);
  if (has('sessions')) database.exec('delete from sessions');
  if (has('email_tokens')) database.exec("delete from email_tokens where purpose = 'reset'");
}
