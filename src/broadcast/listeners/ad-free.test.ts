import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { AD_FREE_STREAMS } from '#src/contract/limits.ts';
import { AdFreePermits } from './ad-free.ts';

test('a member has a number of streams without adverts, and another one when one of them ends', () => {
  const permits = new AdFreePermits();
  const sockets = Array.from({ length: 2 * AD_FREE_STREAMS }, () => new Socket());
  expect(sockets.filter((socket) => permits.take('zoe', socket))).toHaveLength(AD_FREE_STREAMS);
  expect(permits.take('yann', new Socket())).toBe(true);
  sockets[0]?.emit('close');
  expect([permits.take('zoe', new Socket()), permits.take('zoe', new Socket())]).toEqual([true, false]);
});
