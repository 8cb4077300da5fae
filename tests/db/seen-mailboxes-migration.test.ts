import { expect, test } from 'vitest';
import { migrations } from '#src/db/migrations/migrations.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { createTestDatabase } from '../support/test-database.ts';

const THEN = Date.UTC(2026, 10, 27);

function row(id: string, email: string, activatedMs: number | null) {
  return { id, email, email_folded: email, created_ms: THEN, activated_ms: activatedMs };
}

test('members whose address has a sign that nobody sees get the mailbox behind it, unless it is another’s', async () => {
  await using test = await createTestDatabase();
  await using db = await openDatabase(test.options);
  await db
    .insertInto('users')
    .values([
      row('1', '\u200bzoe@example.org', THEN),
      row('2', '\u202ame@example.org', THEN),
      row('3', 'me@example.org', THEN),
      row('4', 'zo\u00ade@example.org', null),
      row('5', 'дима@xn--e1afmkfd.xn--p1ai', THEN),
      row('6', '\u200ezoe@example.org', THEN),
    ])
    .execute();
  const lines: string[] = [];
  const logger = createLogger({
    level: 'warn',
    part: 'test',
    to: { write: (line) => void lines.push(line) },
  });
  await db.transaction().execute(async (trx) => migrations(logger)['028-seen-mailboxes']?.up(trx));
  const rows = await db.selectFrom('users').select(['id', 'email_folded']).orderBy('id').execute();
  expect(rows.map(({ email_folded }) => email_folded)).toEqual([
    'zoe@example.org',
    '\u202ame@example.org',
    'me@example.org',
    'zoe@example.org',
    'дима@xn--e1afmkfd.xn--p1ai',
    '\u200ezoe@example.org',
  ]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('"users":["2","6"]');
  expect(lines[0]).not.toContain('example.org');
});
