import { expect, test } from 'vitest';
import { usedBytes } from '#src/platform/testing/used-bytes.ts';
import { EarlyEnd } from './early-end.ts';

const never = () => new Promise<void>(() => {});

test('work is waited for until the end of everything, and no longer', async () => {
  const ending = new EarlyEnd();
  let hasWorked = false;
  await ending.wait(
    Promise.resolve().then(() => {
      hasWorked = true;
    }),
  );
  expect(hasWorked).toBe(true);
  const waits = [ending.wait(never()), ending.wait(never())];
  ending.end();
  await Promise.all([...waits, ending.wait(never())]);
});

test('what the work throws is thrown, and is nobody’s once all is over', async () => {
  const ending = new EarlyEnd();
  await expect(ending.wait(Promise.reject(new Error('locked')))).rejects.toThrow('locked');
  ending.end();
  const late = Promise.withResolvers<void>();
  await ending.wait(late.promise);
  late.reject(new Error('locked'));
});

test('work that has been waited for leaves nothing behind: it is waited for each minute, for years', async () => {
  const ending = new EarlyEnd();
  const before = usedBytes();
  for (let minute = 0; minute < 100_000; minute += 1) await ending.wait(Promise.resolve());
  expect(usedBytes() - before).toBeLessThan(2_000_000);
  ending.end();
});
