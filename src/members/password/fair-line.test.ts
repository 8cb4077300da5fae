import { expect, test } from 'vitest';
import { FairLine } from './fair-line.ts';

test('one of each caller goes in turn, and of one caller who came first', async () => {
  const line = new FairLine();
  const gone: string[] = [];
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'])
    void line.wait(name.charAt(0)).then(() => gone.push(name));
  expect(line.length).toBe(6);
  while (line.next());
  await Promise.resolve();
  expect(gone).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  expect([line.length, line.next()]).toEqual([0, false]);
});
