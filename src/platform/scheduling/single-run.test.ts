import { expect, test } from 'vitest';
import { SingleRun } from './single-run.ts';

/** Work that ends when the test says so. */
function steered() {
  const ends: PromiseWithResolvers<void>[] = [];
  const work = () => {
    const end = Promise.withResolvers<void>();
    ends.push(end);
    return end.promise;
  };
  return { ends, runs: new SingleRun(work) };
}

test('work asked for while it runs runs once more, however often it was asked for', async () => {
  const { ends, runs } = steered();
  const first = runs.run();
  const others = [runs.run(), runs.run()];
  expect(ends).toHaveLength(1);
  ends[0]?.resolve();
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.resolve();
  await Promise.all([first, ...others]);
  expect(ends).toHaveLength(2);
  expect(runs.running).toBeNull();
});

test('who joins a run that is under way asks for no other', async () => {
  const { ends, runs } = steered();
  const joined = [runs.join(), runs.join()];
  ends[0]?.resolve();
  await Promise.all(joined);
  expect(ends).toHaveLength(1);
});

test('work that has ended runs anew when it is asked for', async () => {
  const { ends, runs } = steered();
  const first = runs.run();
  ends[0]?.resolve();
  await first;
  const second = runs.run();
  ends[1]?.resolve();
  await second;
  expect(ends).toHaveLength(2);
});

test('work that fails says so to all who wait, and can be asked for again', async () => {
  const { ends, runs } = steered();
  const waiting = [runs.run(), runs.run()];
  ends[0]?.reject(new Error('broken'));
  expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(ends).toHaveLength(1);
  const again = runs.run();
  ends[1]?.resolve();
  await again;
});

test('who stops it waits for the run under way, and no other begins', async () => {
  const { ends, runs } = steered();
  const asked = runs.run();
  void runs.run();
  const stopped = runs[Symbol.asyncDispose]();
  ends[0]?.resolve();
  await Promise.all([asked, stopped]);
  await runs.run();
  expect(ends).toHaveLength(1);
});
