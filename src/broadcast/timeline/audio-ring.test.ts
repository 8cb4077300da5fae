import { expect, test } from 'vitest';
import { AudioRing, RING_SECONDS } from './audio-ring.ts';

const FIRST = 68_000_000_000;

/** A frame of 417 or 418 bytes that tells its number. */
function frame(number: number): Buffer {
  const bytes = Buffer.alloc(number % 20 === 0 ? 417 : 418, number % 251);
  bytes.writeUInt32BE(number % 2 ** 32);
  return bytes;
}

function filledRing(frames: number): AudioRing {
  const ring = new AudioRing(FIRST);
  for (let number = FIRST; number < FIRST + frames; number += 1) {
    const bytes = frame(number);
    ring.append(bytes, 0, bytes.length);
  }
  return ring;
}

test('every frame in the ring reads back byte for byte, across its end too', () => {
  const ring = filledRing(12_345);
  for (let number = ring.tailFrame; number < ring.headFrame; number += 1) {
    const bytes = ring.slice(ring.positionOf(number), ring.positionOf(number + 1));
    if (!bytes.equals(frame(number))) throw new Error(`frame ${number} differs`);
    expect(ring.frameAt(ring.positionOf(number))).toBe(number);
    expect(ring.frameAt(ring.positionOf(number) + 100)).toBe(number);
  }
});

test('the ring holds two minutes', () => {
  const ring = filledRing(12_345);
  const seconds = ((ring.headFrame - ring.tailFrame) * 1152) / 44_100;
  expect(seconds).toBeGreaterThanOrEqual(RING_SECONDS);
  expect(seconds).toBeLessThan(RING_SECONDS + 0.1);
});

test('a slice taken 15 s before stays whole while the ring goes on', () => {
  const ring = filledRing(9_000);
  const number = ring.tailFrame;
  const slice = ring.slice(ring.positionOf(number), ring.positionOf(number + 30));
  const before = Buffer.from(slice);
  for (let next = ring.headFrame; next < FIRST + 9_000 + 574; next += 1) {
    ring.append(frame(next), 0, frame(next).length);
  }
  expect(slice.equals(before)).toBe(true);
});

test('a young ring gives its oldest frame for a position before it', () => {
  const ring = filledRing(3);
  expect(ring.frameAt(-5)).toBe(FIRST);
  expect(ring.tail).toBe(0);
});

test('a ring restarted at a later frame goes on with its positions and forgets the frames before', () => {
  const ring = filledRing(100);
  const head = ring.head;
  ring.restartAt(FIRST + 5_000);
  ring.append(frame(7), 0, frame(7).length);
  expect(ring.tailFrame).toBe(FIRST + 5_000);
  expect(ring.positionOf(FIRST + 5_000)).toBe(head);
  expect(ring.slice(head, ring.head).equals(frame(7))).toBe(true);
});
