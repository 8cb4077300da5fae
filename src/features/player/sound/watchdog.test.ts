import { describe, expect, test } from 'vitest';
import { beginWatch, type ConnectionNews, type Observation, observe, type Watch } from './watchdog.ts';

const look = (atMs: number, seconds: number): Observation => ({ type: 'look', atMs, seconds });
const closing: Observation = { type: 'closing' };

/** What is said, look after look, and the watch at the end. */
function story(...seen: Observation[]): { watch: Watch; news: ConnectionNews[] } {
  let watch = beginWatch(0, 0);
  const news: ConnectionNews[] = [];
  for (const one of seen) {
    const [next, word] = observe(watch, one);
    watch = next;
    if (word) news.push(word);
  }
  return { watch, news };
}

/** Looks every quarter of a second from one instant to another; the sound moves along, or stands still. */
function looks(fromMs: number, untilMs: number, still?: number): Observation[] {
  const count = (untilMs - fromMs) / 250;
  return Array.from({ length: count }, (_, at) => {
    const atMs = fromMs + 250 * (at + 1);
    return look(atMs, still ?? atMs / 1000);
  });
}

/** A way into each phase. */
const WAYS = {
  connecting: [],
  sounding: looks(0, 250),
  steady: looks(0, 5_500),
  stalling: [...looks(0, 5_500), ...looks(5_500, 6_250, 5.5)],
  ending: [...looks(0, 5_500), closing],
  over: [{ type: 'ended' }],
} satisfies Record<Watch['phase'], Observation[]>;

type Phase = keyof typeof WAYS;

test.each(Object.entries(WAYS))('%s is reached', (phase, way) => {
  expect(story(...way).watch.phase).toBe(phase);
});

/** For each phase: what each observation leads to, and what is said of it. */
const TABLE: readonly (readonly [
  Phase,
  Observation['type'] | 'moved' | 'still',
  Phase,
  ConnectionNews | null,
])[] = [
  ['connecting', 'moved', 'sounding', 'sounding'],
  ['connecting', 'still', 'connecting', null],
  ['connecting', 'playing', 'sounding', 'sounding'],
  ['connecting', 'waiting', 'connecting', null],
  ['connecting', 'closing', 'connecting', 'ending'],
  ['connecting', 'ended', 'over', 'lost'],
  ['connecting', 'failed', 'over', 'lost'],
  ['connecting', 'refused', 'over', 'refused'],
  ['connecting', 'paused', 'over', 'paused'],
  ['sounding', 'moved', 'sounding', null],
  ['sounding', 'still', 'sounding', null],
  ['sounding', 'playing', 'sounding', null],
  ['sounding', 'waiting', 'sounding', null],
  ['sounding', 'closing', 'ending', 'ending'],
  ['sounding', 'ended', 'over', 'lost'],
  ['sounding', 'failed', 'over', 'lost'],
  ['sounding', 'refused', 'over', 'refused'],
  ['sounding', 'paused', 'over', 'paused'],
  ['steady', 'moved', 'steady', null],
  ['steady', 'still', 'steady', null],
  ['steady', 'playing', 'steady', null],
  ['steady', 'waiting', 'steady', null],
  ['steady', 'closing', 'ending', 'ending'],
  ['steady', 'ended', 'over', 'lost'],
  ['steady', 'failed', 'over', 'lost'],
  ['steady', 'refused', 'over', 'refused'],
  ['steady', 'paused', 'over', 'paused'],
  ['stalling', 'moved', 'steady', 'sounding'],
  ['stalling', 'still', 'stalling', null],
  ['stalling', 'playing', 'stalling', null],
  ['stalling', 'waiting', 'stalling', null],
  ['stalling', 'closing', 'ending', 'ending'],
  ['stalling', 'ended', 'over', 'lost'],
  ['stalling', 'failed', 'over', 'lost'],
  ['stalling', 'refused', 'over', 'refused'],
  ['stalling', 'paused', 'over', 'paused'],
  ['ending', 'moved', 'ending', null],
  ['ending', 'still', 'ending', null],
  ['ending', 'playing', 'ending', null],
  ['ending', 'waiting', 'ending', null],
  ['ending', 'closing', 'ending', null],
  ['ending', 'ended', 'over', 'lost'],
  ['ending', 'failed', 'over', 'lost'],
  ['ending', 'refused', 'over', 'refused'],
  ['ending', 'paused', 'over', 'paused'],
  ['over', 'moved', 'over', null],
  ['over', 'still', 'over', null],
  ['over', 'playing', 'over', null],
  ['over', 'waiting', 'over', null],
  ['over', 'closing', 'over', null],
  ['over', 'ended', 'over', null],
  ['over', 'failed', 'over', null],
  ['over', 'refused', 'over', null],
  ['over', 'paused', 'over', null],
];

test('the table names each observation in each phase once', () => {
  expect(new Set(TABLE.map(([phase, seen]) => `${phase} ${seen}`)).size).toBe(6 * 9);
});

test.each(TABLE)('%s that is seen to be %s is %s and says %s', (phase, seen, after, news) => {
  const { watch } = story(...WAYS[phase]);
  const atMs = watch.lookedMs + 250;
  const next: Record<typeof seen, Observation> = {
    look: look(atMs, watch.seconds),
    moved: look(atMs, watch.seconds + 0.25),
    still: look(atMs, watch.seconds),
    playing: { type: 'playing', atMs, seconds: watch.seconds },
    waiting: { type: 'waiting', seconds: watch.seconds },
    closing,
    ended: { type: 'ended' },
    failed: { type: 'failed' },
    refused: { type: 'refused' },
    paused: { type: 'paused' },
  };
  const [{ phase: reached }, word] = observe(watch, next[seen]);
  expect([reached, word]).toEqual([after, news]);
});

describe('standstill', () => {
  test('before the first sound is given ten seconds', () => {
    expect(story(...looks(0, 9_750, 0)).news).toEqual([]);
    expect(story(...looks(0, 10_000, 0)).news).toEqual(['lost']);
  });

  test('of a sound that is not steady yet is given five: a headset may have to wake', () => {
    const began = looks(0, 250);
    expect(story(...began, ...looks(250, 5_000, 0.25)).news).toEqual(['sounding']);
    expect(story(...began, ...looks(250, 5_250, 0.25)).news).toEqual(['sounding', 'lost']);
  });

  test('of a steady sound is told, and is a loss after a second and a half', () => {
    expect(story(...WAYS.steady, ...looks(5_500, 6_750, 5.5)).news).toEqual([
      'sounding',
      'steady',
      'stalling',
    ]);
    expect(story(...WAYS.steady, ...looks(5_500, 7_000, 5.5)).news.at(-1)).toBe('lost');
  });

  test('of a steady sound is told by the next look where the browser has said that nothing is left', () => {
    const dry: Observation = { type: 'waiting', seconds: 5.6 };
    expect(story(...WAYS.steady, dry, look(5_750, 5.61)).news.at(-1)).toBe('stalling');
    expect(story(...WAYS.steady, dry, look(5_750, 5.61), look(6_000, 5.9)).news.at(-1)).toBe('sounding');
    expect(story(...WAYS.steady, dry, look(5_750, 5.7)).news.at(-1)).toBe('steady');
  });

  test('of a steady sound that ends is a loss after the same time', () => {
    expect(story(...WAYS.ending, ...looks(5_500, 7_000, 5.5)).news.at(-1)).toBe('lost');
  });

  test('while the device slept is no loss, but that it does not go on then is', () => {
    const woken = [...WAYS.steady, look(3_600_000, 5.5)];
    expect(story(...woken).news).toEqual(['sounding', 'steady']);
    expect(story(...woken, ...looks(3_600_000, 3_601_500, 5.5)).news.at(-1)).toBe('lost');
  });
});
