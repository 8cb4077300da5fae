import { expect, test } from 'vitest';
import { SEGMENT_LISTENER_MS } from '#src/broadcast/figures/segment-listeners.ts';
import { AdFreePermits } from '#src/broadcast/listeners/ad-free.ts';
import { Admission } from '#src/broadcast/listeners/admission.ts';
import { AD_FREE_STREAMS } from '#src/contract/limits.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { type HlsListener, HlsListeners, TURNED_AWAY_MAX } from './hls-listeners.ts';

const peer = (address: string) => ({ address, isThisMachine: false, isDoubted: false });

function open(streamMax = 2) {
  const clock = new ManualClock();
  const admission = new Admission({ streamMax, addressMax: streamMax });
  const adFree = new AdFreePermits();
  const listeners = new HlsListeners({ admission, adFree, clock });
  const enter = (address: string, program = 'player') => listeners.enter('dance', peer(address), program);
  const entered = (address: string): HlsListener => {
    const listener = enter(address);
    if (typeof listener === 'string') throw new Error(listener);
    return listener;
  };
  return { clock, admission, adFree, listeners, enter, entered };
}

test('one address and program is one listener, however often it asks, until it has asked for nothing', () => {
  const { clock, enter } = open();
  const one = enter('192.0.2.1');
  for (let at = 0; at < 100; at += 1) expect(enter('192.0.2.1')).toBe(one);
  enter('192.0.2.2');
  expect(enter('192.0.2.3')).toBe('stream_full');
  for (let second = 0; second < 2 * SEGMENT_LISTENER_MS; second += 1_000) {
    clock.advance(1_000);
    enter('192.0.2.1');
  }
  expect(typeof enter('192.0.2.3')).toBe('object');
  expect(enter('192.0.2.4')).toBe('stream_full');
  clock.advance(2 * SEGMENT_LISTENER_MS);
  expect(typeof enter('192.0.2.4')).toBe('object');
});

test('[W166] who is turned away counts once as long as a listener would, however often it asks', () => {
  const { clock, admission, listeners, enter } = open(1);
  enter('192.0.2.1');
  const ask = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      for (const address of ['192.0.2.1', '192.0.2.2']) enter(address);
      clock.advance(1_000);
    }
    return admission.refused.stream_full;
  };
  expect(ask(SEGMENT_LISTENER_MS / 1000 - 5)).toBe(1);
  expect(ask(20)).toBe(2);
  enter('192.0.2.3');
  expect(admission.refused).toEqual({ stream_full: 3, address_full: 0, no_room: 0 });
  // Nothing of those who came and went is kept, nor of one who was let in later.
  clock.advance(3 * SEGMENT_LISTENER_MS);
  expect(typeof enter('192.0.2.2')).toBe('object');
  expect(listeners.turnedAway).toBe(0);
});

test('of those who are turned away so many are remembered and no more', () => {
  const { admission, listeners, enter } = open(1);
  enter('192.0.2.1');
  for (let at = 0; at < TURNED_AWAY_MAX + 10; at += 1) enter('192.0.2.2', `program ${at}`);
  expect(listeners.turnedAway).toBe(TURNED_AWAY_MAX);
  expect(admission.refused.stream_full).toBe(TURNED_AWAY_MAX + 10);
});

test('programs behind one address are listeners of their own, of whom it may have so many; a /64 is one address', () => {
  const { enter } = open(3);
  enter('2001:db8::1', 'one');
  expect(enter('2001:db8::2', 'one')).toBe(enter('2001:db8::1', 'one'));
  enter('2001:db8::1', 'two');
  enter('2001:db8::3', 'three');
  expect(enter('2001:db8::4', 'four')).toMatch(/_full$/);
});

test('a member has so many streams without adverts, each until its listener has left', () => {
  const { clock, entered } = open(AD_FREE_STREAMS + 2);
  const listeners = Array.from({ length: AD_FREE_STREAMS + 1 }, (_, at) => entered(`192.0.2.${at}`));
  const variants = listeners.map((listener) => listener.variantFor('zoe'));
  expect(variants).toEqual([...Array(AD_FREE_STREAMS).fill('member'), 'guest']);
  expect(listeners[0]?.variantFor('zoe')).toBe('member');
  expect(listeners[0]?.variantFor(null)).toBe('guest');
  clock.advance(2 * SEGMENT_LISTENER_MS);
  expect(entered('192.0.2.200').variantFor('zoe')).toBe('member');
});

test('in a break it stays what it was, though a stream without adverts comes free meanwhile', () => {
  const { adFree, entered } = open();
  const others = Array.from({ length: AD_FREE_STREAMS }, () => adFree.take('zoe'));
  const listener = entered('192.0.2.1');
  expect(listener.variantInBreak(1_000, 'zoe')).toBe('guest');
  others[0]?.[Symbol.dispose]();
  expect(listener.variantFor('zoe')).toBe('member');
  expect(listener.variantInBreak(1_000, 'zoe')).toBe('guest');
  expect(listener.variantInBreak(2_000, 'zoe')).toBe('member');
  expect(listener.variantInBreak(2_000, null)).toBe('guest');
});
