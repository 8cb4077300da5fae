import { expect, test } from 'vitest';
import { Slots } from './slots.ts';

test('who asks for a slot when none is free waits in line, and nobody steps in between', async () => {
  const slots = new Slots(2);
  const order: string[] = [];
  const ask = (name: string) => slots.take().then(() => order.push(name));
  await Promise.all([ask('first'), ask('second')]);
  const waiting = [ask('third'), ask('fourth')];
  slots.release();
  const late = ask('late');
  await waiting[0];
  expect(order).toEqual(['first', 'second', 'third']);
  slots.release();
  await waiting[1];
  slots.release();
  await late;
  expect(order).toEqual(['first', 'second', 'third', 'fourth', 'late']);
});

test('a slot that nobody waits for is free again', async () => {
  const slots = new Slots(1);
  await slots.take();
  slots.release();
  await slots.take();
});
