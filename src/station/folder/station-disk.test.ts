import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { onStationDisk } from './station-disk.ts';

test('[W203] what visitors ask of a disk that does not answer waits in line, and goes on with the disk', async () => {
  const begun: PromiseWithResolvers<string>[] = [];
  const asked = Array.from({ length: 20 }, () =>
    onStationDisk(() => {
      const work = Promise.withResolvers<string>();
      begun.push(work);
      return work.promise;
    }),
  );
  await setImmediate();
  expect(begun).toHaveLength(3);
  begun[0]?.reject(new Error('broken'));
  await expect(asked[0]).rejects.toThrow('broken');
  await setImmediate();
  expect(begun).toHaveLength(4);
  for (let at = 0; at < 20; at += 1) {
    begun[at]?.resolve('read');
    await setImmediate();
  }
  expect((await Promise.allSettled(asked)).filter(({ status }) => status === 'fulfilled')).toHaveLength(19);
});
