import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { AD_FREE_STREAMS } from '#src/contract/limits.ts';
import { AdFreePlaces } from './ad-free-places.ts';

test('a member has so many streams without adverts, and another one when one of them ends', () => {
  const places = new AdFreePlaces();
  const sockets = Array.from({ length: 2 * AD_FREE_STREAMS }, () => new Socket());
  expect(sockets.filter((socket) => places.take('zoe', socket))).toHaveLength(AD_FREE_STREAMS);
  expect(places.take('yann', new Socket())).toBe(true);
  sockets[0]?.emit('close');
  expect([places.take('zoe', new Socket()), places.take('zoe', new Socket())]).toEqual([true, false]);
});
