import { sql } from 'kysely';
import type { Database } from '#src/db/database.ts';
import { fillCatalogue } from '../../bench/catalogue-load.ts';
import { writeMembers } from './written-members.ts';

/** What has to survive every copy: each kind of value that a column holds, and rows that refer to others. */
export async function fillDatabase(db: Database, { plays }: { plays: number }): Promise<void> {
  const nowMs = Date.UTC(2026, 10, 21, 12);
  await fillCatalogue(db, { tracks: 200, plays, nowMs });
  const [first, second] = await writeMembers(db, 3, nowMs);
  const { id: song_id } = await db.selectFrom('songs').select('id').orderBy('id').executeTakeFirstOrThrow();
  if (first === undefined || second === undefined) throw new Error('there are no members');
  await db
    .insertInto('member_pictures')
    .values([
      { user_id: first.id, key: 'a', picture: Uint8Array.from([0, 1, 254, 255, 0]), fetched_ms: nowMs },
      { user_id: second.id, key: 'b', picture: null, fetched_ms: nowMs },
    ])
    .execute();
  await db
    .insertInto('preferences')
    .values({ user_id: first.id, volume: 0.1 + 0.2, language: 'pl' })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ volume: 0.1 + 0.2 }))
    .execute();
  const comment = {
    song_id,
    user_id: first.id,
    comment: `"Zażółć", 'ça' \\ {1,2} NULL 🎧\n`,
    created_ms: nowMs,
  };
  const { id } = await db.insertInto('comments').values(comment).returning('id').executeTakeFirstOrThrow();
  await db
    .insertInto('comments')
    .values({ ...comment, user_id: null, comment: '', parent_id: id, removed_ms: nowMs })
    .execute();
  // A number that was given and is free again is not given twice.
  const gone = await db.insertInto('comments').values(comment).returning('id').executeTakeFirstOrThrow();
  await db.deleteFrom('comments').where('id', '=', gone.id).execute();
}

/** Every row of every table, as both engines tell it. */
export async function allRows(db: Database): Promise<Record<string, string[]>> {
  const tables = (await db.introspection.getTables())
    .map(({ name }) => name)
    .filter((name) => !/^(sqlite_|kysely_|onde_move)/.test(name));
  const all: Record<string, string[]> = {};
  for (const name of tables.sort()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
    all[name] = rows.map((row) => JSON.stringify(Object.entries(row).sort(byName).map(plain))).sort();
  }
  return all;
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}

function plain([name, value]: [string, unknown]): [string, unknown] {
  return [name, value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value];
}
