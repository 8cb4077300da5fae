import { expect, test } from 'vitest';
import { readPlaylist } from '#src/broadcast/testing/read-playlist.ts';
import { framesIn } from '#src/broadcast/timeline/frame-grid.ts';
import { HOLD_BACK_SECONDS, writePlaylist } from './playlist.ts';
import { SEGMENT_FRAMES } from './segments.ts';
import { openSegmentedStream } from './testing/segmented-stream.ts';

const SECOND = framesIn(1_000);
const HOUR = framesIn(3_600_000);
const SEGMENT_SECONDS = (SEGMENT_FRAMES * 1152) / 44_100;

function written(stream: ReturnType<typeof openSegmentedStream>) {
  const listed = stream.segments.listed();
  const text = writePlaylist(listed, ({ number }) => `${number}.mp3`);
  return { listed, text, playlist: readPlaylist(text) };
}

test('a live playlist says where each segment is, how long it lasts, and when it was on air', () => {
  const stream = openSegmentedStream();
  stream.play(70 * SECOND);
  const { listed, text, playlist } = written(stream);
  expect(text).toMatch(/^#EXTM3U\n#EXT-X-VERSION:3\n/);
  expect(text).not.toContain('ENDLIST');
  expect(text).not.toContain('\r');
  expect(playlist).toMatchObject({ targetSeconds: 2, sequence: listed[0]?.number, discontinuities: 0 });
  // RFC 8216 §4.3.3.1: each duration, rounded, is at most the target; bis §4.4.3.8: at least three of them.
  for (const { seconds } of playlist.segments) expect(Math.round(seconds)).toBeLessThanOrEqual(2);
  expect(playlist.holdBackSeconds).toBe(HOLD_BACK_SECONDS);
  expect(HOLD_BACK_SECONDS).toBeGreaterThanOrEqual(3 * playlist.targetSeconds);
  expect(text.match(/PROGRAM-DATE-TIME/g)).toHaveLength(1);
  for (const [at, { number, address, seconds, dateMs }] of playlist.segments.entries()) {
    expect([number, address]).toEqual([listed[at]?.number, `${listed[at]?.number}.mp3`]);
    expect(seconds).toBeCloseTo(SEGMENT_SECONDS, 5);
    expect(Math.abs(dateMs - ((listed[at]?.first ?? 0) * 1280) / 49)).toBeLessThan(1.01);
  }
});

test('where segments were dated anew, and behind a hole, the date stands again', () => {
  const stream = openSegmentedStream();
  stream.play(20 * SECOND);
  stream.redate(HOUR);
  stream.play(20 * SECOND + 5);
  stream.jump(15 * SECOND);
  stream.play(10 * SECOND);
  const { listed, playlist } = written(stream);
  expect(playlist.segments.filter(({ isDiscontinuity }) => isDiscontinuity)).toHaveLength(2);
  expect(playlist.discontinuities).toBe(0);
  for (const [at, { dateMs, isDiscontinuity, discontinuities }] of playlist.segments.entries()) {
    const { dated = 0, sequence, isDiscontinuity: isOne } = listed[at] ?? {};
    expect([isDiscontinuity, discontinuities]).toEqual([isOne, sequence]);
    expect(Math.abs(dateMs - (dated * 1280) / 49)).toBeLessThan(1.01);
  }
});

test('discontinuities that have left the playlist are counted on, also while its first segment is one', () => {
  const stream = openSegmentedStream();
  stream.play(10 * SECOND);
  stream.redate(HOUR);
  const sequences = new Map<number, number>();
  const before: number[] = [];
  for (let second = 0; second < 80; second += 1) {
    stream.play(SECOND);
    const { playlist } = written(stream);
    before.push(playlist.discontinuities);
    for (const { number, discontinuities } of playlist.segments) {
      expect(sequences.get(number) ?? discontinuities).toBe(discontinuities);
      sequences.set(number, discontinuities);
    }
  }
  expect(before).toEqual(before.toSorted());
  expect([before[0], before.at(-1)]).toEqual([0, 1]);
});
