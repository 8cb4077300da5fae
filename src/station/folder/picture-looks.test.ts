import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { PictureLooks } from './picture-looks.ts';

function openLooks() {
  const clock = new ManualClock();
  const looks: PromiseWithResolvers<boolean>[] = [];
  const pictures = new PictureLooks(() => {
    const look = Promise.withResolvers<boolean>();
    looks.push(look);
    return look.promise;
  }, clock);
  return { clock, looks, pictures };
}

test('a picture is looked at each time, once for all who ask meanwhile', async () => {
  const { looks, pictures } = openLooks();
  const asked = [pictures.isPicture('a.png'), pictures.isPicture('a.png')];
  looks[0]?.resolve(true);
  expect(await Promise.all(asked)).toEqual([true, true]);
  const again = pictures.isPicture('a.png');
  looks[1]?.resolve(false);
  expect(await again).toBe(false);
  expect(looks).toHaveLength(2);
});

test('[W203] a disk that does not answer is waited for once, what was known holds, and its answer counts when it comes', async () => {
  const { clock, looks, pictures } = openLooks();
  const first = pictures.isPicture('a.png');
  looks[0]?.resolve(true);
  await first;
  const waits = pictures.isPicture('a.png');
  clock.advance(500);
  expect(await waits).toBe(true);
  expect(await pictures.isPicture('a.png')).toBe(true);
  expect(looks).toHaveLength(2);
  looks[1]?.resolve(false);
  await setImmediate();
  const anew = pictures.isPicture('a.png');
  expect(looks).toHaveLength(3);
  looks[2]?.reject(new Error('broken'));
  expect(await anew).toBe(false);
});
