import { expect, test } from 'vitest';
import type { Database } from '#src/db/database.ts';
import { migrations } from '#src/db/migrations/migrations.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { createTestDatabase } from '../support/test-database.ts';

const THEN = Date.UTC(2026, 10, 21);

/** A row as the program before wrote it: addresses were compared as `toLowerCase` leaves them. */
function oldRow(id: string, email: string, activatedMs: number | null, username: string | null = null) {
  const emailFolded = email.toLowerCase();
  return {
    id,
    email,
    email_folded: emailFolded,
    pseudo: username,
    pseudo_folded: username,
    created_ms: THEN,
    activated_ms: activatedMs,
  };
}

/** The database as it stood before the migration. */
async function goBack(db: Database): Promise<void> {
  await db.schema.dropIndex('users_waiting_by_email').execute();
  await db.schema.createIndex('users_waiting_by_email').on('users').column('email_folded').execute();
  await db.deleteFrom('users').execute();
}

test('members of one mailbox by the new rule are all kept, and registrations give their usernames back', async () => {
  await using test = await createTestDatabase();
  await using db = await openDatabase(test.options);
  await goBack(db);
  await db
    .insertInto('users')
    .values([
      oldRow('1', 'Zoe@Example.org', THEN, 'zoe'),
      oldRow('2', 'a@b\u3002org', THEN),
      oldRow('3', 'a@b.org', THEN),
      oldRow('4', 'a@b.org.', THEN),
      oldRow('5', 'дима@пример.рф', THEN),
      oldRow('6', 'new@example\u3002org', null, 'wish'),
    ])
    .execute();
  const lines: string[] = [];
  const logger = createLogger({
    level: 'warn',
    part: 'test',
    to: { write: (line) => void lines.push(line) },
  });
  await db.transaction().execute(async (trx) => migrations(logger)['004-mailboxes']?.up(trx));
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email_folded', 'pseudo', 'pseudo_folded'])
    .orderBy('id')
    .execute();
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['1', 'zoe@example.org', 'zoe', 'zoe'],
    ['2', 'a@b\u3002org', null, null],
    ['3', 'a@b.org', null, null],
    ['4', 'a@b.org.', null, null],
    ['5', 'дима@xn--e1afmkfd.xn--p1ai', null, null],
    ['6', 'new@example.org', 'wish', null],
  ]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('"users":["2"]');
  expect(lines[0]).not.toContain('b.org');
});
