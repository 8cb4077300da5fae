import { beforeEach, expect, test } from 'vitest';
import { AudioPool } from './audio-pool.ts';
import { LockScreenHold } from './lock-screen-hold.ts';
import { FakeMediaElement } from './testing/fake-media-element.ts';

let element: FakeMediaElement;
let pool: AudioPool;
let hold: LockScreenHold;
beforeEach(() => {
  element = new FakeMediaElement();
  element.outcome = 'sounds';
  pool = new AudioPool(() => element);
  hold = new LockScreenHold(pool);
});

test('silence that a browser can play stands paused, and gives its element back', async () => {
  hold.begin();
  expect(element).toMatchObject({ paused: true, muted: false });
  expect(element.src).toMatch(/^blob:.*#silence$/);
  const wave = Buffer.from(await (await fetch(element.src)).arrayBuffer());
  expect(wave.toString('latin1', 0, 16)).toMatch(/^RIFF.{4}WAVEfmt $/s);
  expect(wave.readUInt32LE(4)).toBe(wave.length - 8);
  expect(wave.readUInt32LE(40) / wave.readUInt32LE(28)).toBe(6);
  expect(new Set(wave.subarray(44))).toEqual(new Set([0x80]));
  hold.begin();
  expect(element.played).toHaveLength(1);
  hold.end();
  hold.end();
  expect(element).toMatchObject({ src: '', isObserved: false });
  expect(pool.acquire()).toBe(element);
});

test('where the browser refuses it there is none', async () => {
  element.outcome = 'refuses';
  hold.begin();
  await Promise.resolve();
  await Promise.resolve();
  expect(element.src).toBe('');
});
