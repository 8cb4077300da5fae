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

test('lines take turns: one that many wait in holds nobody up in another', async () => {
  const permits = new Permits(1);
  await permits.take();
  const order: string[] = [];
  const wait = (name: string, line: string) => permits.queue(line).turn.then(() => order.push(name));
  const many = ['a1', 'a2', 'a3', 'a4'].map((name) => wait(name, 'a'));
  const others = [wait('b1', 'b'), wait('c1', 'c'), wait('b2', 'b')];
  for (let given = 0; given < 7; given += 1) permits.release();
  await Promise.all([...many, ...others]);
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

test('who waits in two lines has one permit, by whichever comes first', async () => {
  const permits = new Permits(1);
  await permits.take();
  const order: string[] = [];
  const wait = (name: string, line: string) => {
    const place = permits.queue(line);
    return { place, given: place.turn.then(() => order.push(name)) };
  };
  const [first, last] = [wait('first', 'a'), wait('last', 'a')];
  permits.alsoQueue(last.place, 'b');
  const next = wait('next', 'b');
  for (let given = 0; given < 3; given += 1) permits.release();
  await Promise.all([first.given, last.given, next.given]);
  expect(order).toEqual(['first', 'last', 'next']);
  permits.release();
  // Free again, and no place that was given already takes it.
  await permits.take();
});
