import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { Listener, ListenerGroup } from './listener-group.ts';

const listener = (withTitles = false) =>
  new Listener({
    socket: new Socket(),
    withTitles,
    isRobot: false,
    cameAt: null,
    firstByte: 0,
    sent: 0,
    burstBytes: 0,
  });

test('whoever leaves, the others stay, each once', () => {
  const group = new ListenerGroup();
  const [first, second, third] = [listener(), listener(), listener()];
  for (const one of [first, second, third]) group.add(one);
  group.remove(first);
  expect(new Set(group.plain)).toEqual(new Set([second, third]));
  group.remove(third);
  group.remove(second);
  expect(group.size).toBe(0);
});

test('who has left already is not taken for the one in its place', () => {
  const group = new ListenerGroup();
  const [first, second] = [listener(), listener()];
  group.add(first);
  group.add(second);
  group.remove(first);
  group.remove(first);
  expect(group.plain).toEqual([second]);
});

test('listeners with titles stand apart and count along', () => {
  const group = new ListenerGroup();
  const [plain, titled] = [listener(), listener(true)];
  group.add(plain);
  group.add(titled);
  expect([group.plain, group.withTitles, group.size]).toEqual([[plain], [titled], 2]);
});
