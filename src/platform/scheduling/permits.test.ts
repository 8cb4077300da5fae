import { expect, test } from 'vitest';
import { Permits } from './permits.ts';

test('who asks for a permit when none is free waits in line, and nobody steps in between', async () => {
  const permits = new Permits(2);
  const order: string[] = [];
  const ask = (name: string) => permits.take().then(() => order.push(name));
  await Promise.all([ask('first'), ask('second')]);
  const waiting = [ask('third'), ask('fourth')];
  permits.release();
  const late = ask('late');
  await waiting[0];
  expect(order).toEqual(['first', 'second', 'third']);
  permits.release();
  await waiting[1];
  permits.release();
  await late;
  expect(order).toEqual(['first', 'second', 'third', 'fourth', 'late']);
});

test('a permit that nobody waits for is free again', async () => {
  const permits = new Permits(1);
  await permits.take();
  permits.release();
  await permits.take();
});

test('work that fails gives its permit back', async () => {
  const permits = new Permits(1);
  const failing = permits.run(async () => {
    throw new Error('broken');
  });
  const next = permits.run(async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
