import { expect, test } from 'vitest';
import { AudioPool } from './audio-pool.ts';
import { FakeMediaElement } from './testing/fake-media-element.ts';

const newPool = () => new AudioPool(() => new FakeMediaElement());

test('a released element is unloaded and given out again', () => {
  const pool = newPool();
  const element = pool.acquire();
  element.src = '/stream/dance.mp3';
  pool.release(element);
  expect(element.src).toBe('');
  expect(pool.acquire()).toBe(element);
});

test('the eleventh element is refused', () => {
  const pool = newPool();
  for (let count = 0; count < 10; count++) pool.acquire();
  expect(() => pool.acquire()).toThrow('no audio element is free');
});

test('the cleaning leaves eight elements alone and forgets the unused ones of nine', () => {
  const pool = newPool();
  const elements = Array.from({ length: 9 }, () => pool.acquire());
  for (const element of elements.slice(0, 8)) pool.release(element);
  pool.clean();
  expect(pool.size).toBe(1);
  for (let count = 0; count < 7; count++) pool.acquire();
  pool.clean();
  expect(pool.size).toBe(8);
});

test('the cleaning after exhaustion also takes elements that were never given back and are silent', () => {
  const pool = newPool();
  const elements = Array.from({ length: 10 }, () => pool.acquire());
  void elements[3]?.play();
  pool.reclaim();
  expect(pool.size).toBe(1);
  expect(pool.acquire()).not.toBe(elements[3]);
});

test('an exhausted pool gives an element all the same once silent ones are forgotten', () => {
  const pool = newPool();
  const elements = Array.from({ length: 10 }, () => pool.acquire());
  void elements[3]?.play();
  expect(elements).not.toContain(pool.acquireOrReclaim());
  expect(pool.size).toBe(2);
});
