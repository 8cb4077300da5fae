import { expect, test } from 'vitest';
import { DAY_MS } from '#src/contract/durations.ts';
import { migrations } from '#src/db/migrations/migrations.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { createTestDatabase } from '../support/test-database.ts';

const NOW_MS = Date.UTC(2026, 10, 25);

test('sessions of before end a year after they were opened, or when they would have [A106]', async () => {
  await using test = await createTestDatabase('migrated');
  await using db = await openDatabase(test.options);
  await db.schema.alterTable('sessions').dropColumn('signed_in_ms').execute();
  await db
    .insertInto('users')
    .values({ id: '1', email: 'zoe@example.org', email_folded: 'zoe@example.org', created_ms: 0 })
    .execute();
  const session = (id: string, openedDaysAgo: number) => ({
    id,
    user_id: '1',
    token_hash: id,
    device: '',
    created_ms: NOW_MS - openedDaysAgo * DAY_MS,
    used_ms: NOW_MS,
    expires_ms: NOW_MS + 90 * DAY_MS,
  });
  await db
    .insertInto('sessions')
    .values([session('new', 1), session('old', 300), session('ancient', 700)])
    .execute();
  const logger = createLogger({ level: 'silent', part: 'test' });
  await db.transaction().execute(async (trx) => migrations(logger)['024-session-ends']?.up(trx));
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'signed_in_ms', 'expires_ms'])
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { id: 'ancient', signed_in_ms: null, expires_ms: NOW_MS - 335 * DAY_MS },
    { id: 'new', signed_in_ms: null, expires_ms: NOW_MS + 90 * DAY_MS },
    { id: 'old', signed_in_ms: null, expires_ms: NOW_MS + 65 * DAY_MS },
  ]);
});
