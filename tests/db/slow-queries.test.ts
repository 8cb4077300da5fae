import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '#src/db/open-database.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { inRequest } from '#src/platform/log/request-context.ts';
import { createTestDatabase } from '../support/test-database.ts';

/** Work for a database that takes as many rows as it is told: long enough in the end, on any machine. */
const count = (rows: number) =>
  sql<{ n: number }>`with recursive many(n) as (select 1 union all select n + 1 from many where n < ${rows})
    select count(*) as n from many`;

test('a database that takes long over a query is told, by its shape, under the request’s id [W200, W201]', async () => {
  await using test = await createTestDatabase('migrated');
  const lines: string[] = [];
  const logger = createLogger({
    level: 'warn',
    part: 'test',
    to: { write: (line) => void lines.push(line) },
  });
  await using db = await openDatabase({ ...test.options, logger });
  await inRequest('4f1c2a9b77de', async () => {
    for (let rows = 500_000; lines.length === 0 && rows < 100_000_000; rows *= 2)
      await count(rows).execute(db);
  });
  const [line] = lines.map((text) => Object(JSON.parse(text)));
  expect(line).toMatchObject({ requestId: '4f1c2a9b77de', ms: expect.any(Number) });
  expect(line.statement).toMatch(
    /^with recursive many\(n\) as \(select \? union all select n \+ \? from many where n < /,
  );
  expect(lines[0]).not.toMatch(/\b\d*00000\b/);
});
