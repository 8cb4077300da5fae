import { beforeEach, expect, test } from 'vitest';
import { createLogger } from '#src/platform/log/logger.ts';
import { SlowQueries } from './slow-queries.ts';

let lines: Record<string, unknown>[];
let slow: SlowQueries;
beforeEach(() => {
  lines = [];
  const to = { write: (line: string) => void lines.push(Object(JSON.parse(line))) };
  slow = new SlowQueries(createLogger({ level: 'warn', part: 'test', to }));
});

test('a query that takes long is a line, by its shape alone [W201]', () => {
  slow.note('select 1', 249, 0);
  expect(lines).toEqual([]);
  slow.note(
    'select "id" from "users"\n  where "email" = \'zoe@example.org\' and n > 17 and x2 in ($1, $2, $3) limit $12',
    312.4,
    0,
  );
  expect(lines).toMatchObject([
    {
      ms: 312,
      statement: 'select "id" from "users" where "email" = ? and n > ? and x2 in ($1, …) limit $12',
    },
  ]);
  expect(lines[0]?.msg).toMatch(/^a query of the database took long: see/);
  expect(lines[0]).not.toHaveProperty('more');
});

test('every query is counted, and those that take long once more', () => {
  for (const tookMs of [1, 2.5, 250]) slow.note('one', tookMs, 0);
  expect(slow.figures).toEqual({ count: 3, tookMs: 253.5, slow: 1 });
});

test('more of them are counted, and told with the first one of another minute', () => {
  slow.note('one', 300, 0);
  for (const tookMs of [400, 9_000, 500]) slow.note('two', tookMs, 59_999);
  expect(lines).toHaveLength(1);
  slow.note('three', 260, 60_000);
  expect(lines[1]).toMatchObject({ statement: 'three', ms: 260, more: 3, longestMs: 9_000 });
  slow.note('four', 260, 120_000);
  expect(lines[2]).not.toHaveProperty('more');
});

test('a statement without an end is cut', () => {
  slow.note(`select ${'"a", '.repeat(500)}`, 300, 0);
  expect(String(lines[0]?.statement)).toHaveLength(301);
});
