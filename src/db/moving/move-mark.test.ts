import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { MOVE_TABLE } from '#src/db/copies/table-shapes.ts';
import { dropMark, type MoveMark, readMark, type Statements, writeMark } from './move-mark.ts';

const MARK: MoveMark = { role: 'target', other: "/srv/o'nde.sqlite", at_ms: 1_795_651_200_000.4 };

/** @param lives statements until it is killed */
function statementsOf(database: DatabaseSync, lives = Number.POSITIVE_INFINITY): Statements {
  let left = lives;
  return {
    engine: 'sqlite',
    async run(sql) {
      left -= 1;
      if (left < 0) throw new Error('killed');
      database.exec(sql);
    },
    rows: async (sql) => database.prepare(sql).all(),
  };
}

test('[W178] a mark that is being written is whole or not there, wherever it is killed', async () => {
  for (let lives = 0; ; lives += 1) {
    using database = new DatabaseSync(':memory:');
    const isWritten = await writeMark(statementsOf(database, lives), MARK).then(
      () => true,
      () => false,
    );
    expect(await readMark(statementsOf(database))).toEqual(
      isWritten ? { ...MARK, at_ms: Math.round(MARK.at_ms) } : null,
    );
    if (isWritten) break;
  }
});

test('[W178] a mark without a row, of a version that was killed, counts as none and is written over', async () => {
  using database = new DatabaseSync(':memory:');
  database.exec(
    `create table ${MOVE_TABLE} (role text not null, other text not null, at_ms bigint not null)`,
  );
  const statements = statementsOf(database);
  expect(await readMark(statements)).toBeNull();
  await writeMark(statements, MARK);
  expect(await readMark(statements)).toMatchObject({ role: 'target', other: MARK.other });
  await dropMark(statements);
  expect(await readMark(statements)).toBeNull();
});
