import { expect, test } from 'vitest';
import { AD_FREE_STREAMS } from '#src/contract/limits.ts';
import { AdFreePermits } from './ad-free.ts';

test('a member has a number of streams without adverts, and another one when one of them ends', () => {
  const permits = new AdFreePermits();
  const taken = Array.from({ length: 2 * AD_FREE_STREAMS }, () => permits.take('zoe'));
  expect(taken.filter(Boolean)).toHaveLength(AD_FREE_STREAMS);
  expect(permits.take('yann')).not.toBeNull();
  taken[0]?.[Symbol.dispose]();
  expect(permits.take('zoe')).not.toBeNull();
  expect(permits.take('zoe')).toBeNull();
});

test('who has ended all of their streams may have as many again', () => {
  const permits = new AdFreePermits();
  const takeAll = () =>
    Array.from({ length: 2 * AD_FREE_STREAMS }, () => permits.take('zoe')).filter((one) => one !== null);
  for (const permit of takeAll()) permit[Symbol.dispose]();
  expect(takeAll()).toHaveLength(AD_FREE_STREAMS);
});
