import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';

/** Lets a second try of a test begin with the members that the first one began with. */
export interface FirstTry {
  /** Takes back who has joined since, and what members have done since: names, mailboxes and votes are free again. */
  undo(): void;
}

/** Opens the database of a running site, as another process of it would. */
export function openSiteDatabase(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  db.exec('PRAGMA busy_timeout = 5000');
  return db;
}

/** Notes what the members of a site are and have. */
export function beginFirstTry(databasePath: string): FirstTry {
  using before = openSiteDatabase(databasePath);
  const tables = memberTables(before).map((name) => ({
    name,
    rows: before.prepare(`select * from ${name}`).all(),
  }));
  return {
    undo() {
      using db = openSiteDatabase(databasePath);
      // Tables are emptied and filled one after the other; what hangs on them stays meanwhile.
      db.exec('PRAGMA foreign_keys = off; BEGIN IMMEDIATE');
      for (const { name, rows } of tables) {
        db.exec(`delete from ${name}`);
        for (const row of rows) insert(db, name, row);
      }
      db.exec(`
        delete from mail_spool where user_id not in (select id from users);
        update chart_counts set likes = (select count(*) from votes where votes.song_id = chart_counts.song_id
          and vote = 'like' and voted_ms >= (select from_ms from chart_window));
        COMMIT`);
    },
  };
}

/** All that name a member, but for mails on their way: one that was sent meanwhile is not sent again. */
function memberTables(db: DatabaseSync): string[] {
  const naming = db
    .prepare(
      `select m.name from sqlite_master m, pragma_table_info(m.name) c
       where m.type = 'table' and c.name = 'user_id' and m.name <> 'mail_spool'`,
    )
    .all();
  return ['users', ...naming.map(({ name }) => String(name))];
}

function insert(db: DatabaseSync, table: string, row: Record<string, SQLOutputValue>): void {
  const columns = Object.keys(row);
  db.prepare(`insert into ${table} (${columns}) values (${columns.map(() => '?')})`).run(
    ...Object.values(row),
  );
}
