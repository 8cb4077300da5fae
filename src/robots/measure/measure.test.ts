import { describe, expect, test, vi } from 'vitest';
import { encodeMp3Frames } from '#src/audio/codec/encode-file.ts';
import { fadeFrame } from '#src/audio/mp3/fade-frame.ts';
import { toneFrames } from '#src/audio/testing/tone-frames.ts';
import type { WireMark } from '#src/broadcast/now-playing/marks.wire.ts';
import { measureLevel } from './measure-level.ts';
import { BYTES_A_SECOND, gapOf } from './pace.ts';
import { judgeTitles, parseIcy } from './title-error.ts';

const RATE = 44_100;

/** Seconds of a signal as MP3. */
function sound(seconds: number, signal: (at: number) => number): Buffer {
  const samples = Float32Array.from({ length: seconds * RATE }, (_, at) => signal(at));
  return Buffer.concat(encodeMp3Frames({ left: samples, right: samples }));
}
const tone = (level: number) => (at: number) => level * Math.sin((2 * Math.PI * 440 * at) / RATE);

describe('[R181] level', () => {
  test('is that of the tone, wherever the sound is cut', async () => {
    const whole = sound(4, tone(0.3));
    for (const from of [0, 100, 417 * 3 + 5]) {
      const level = await measureLevel(whole.subarray(from));
      expect(Math.abs(level.levelDb - 20 * Math.log10(0.3 / Math.SQRT2))).toBeLessThan(0.6);
      expect(level.decodedMs).toBeGreaterThan(2_500);
      expect([level.clipped, level.quietMs < 100, level.broken < 4]).toEqual([0, true, true]);
    }
  });

  test('is the same whatever was heard before', async () => {
    const whole = sound(4, tone(0.3));
    const first = await measureLevel(whole);
    await measureLevel(sound(4, () => 0).subarray(0, -100));
    await measureLevel(Buffer.concat([whole.subarray(0, 20_000), Buffer.alloc(5_000, 0x55), whole]));
    expect(await measureLevel(whole)).toEqual(first);
  });

  test('is the same for several at once, one of them broken', async () => {
    const whole = sound(4, tone(0.3));
    const broken = Buffer.concat([whole.subarray(0, 20_000), Buffer.alloc(5_000, 0x55), whole]);
    const [first, ...others] = await Promise.all([whole, broken, whole].map(measureLevel));
    expect(others.at(-1)).toEqual(first);
    expect(await measureLevel(whole)).toEqual(first);
  });

  test('writes none of the decoder’s own words into the log', async () => {
    const whole = sound(2, tone(0.3)).subarray(0, 20_000);
    // What looks like frames of another layer, of which the decoder has something to say.
    const odd = Buffer.alloc(3_000);
    for (let at = 0; at < 2_900; at += 97) odd.set([0xff, 0xfd, 0x14, 0x60], at);
    const printed = vi.spyOn(console, 'error').mockReturnValue();
    await measureLevel(Buffer.concat([whole, odd, whole]));
    await measureLevel(Buffer.concat([whole, Buffer.alloc(5_000, 0x55), whole]));
    expect(printed).not.toHaveBeenCalled();
    console.error('Others are heard again.');
    expect(printed).toHaveBeenCalledOnce();
    printed.mockRestore();
  });

  test('asks anew for a decoder that did not come', async () => {
    vi.resetModules();
    vi.doMock('mpg123-decoder', () => ({
      MPEGDecoder: class {
        ready = Promise.reject(new Error('no memory'));
      },
    }));
    const fresh = await import('./measure-level.ts');
    const whole = sound(4, tone(0.3));
    await expect(fresh.measureLevel(whole)).rejects.toThrow('no memory');
    vi.doUnmock('mpg123-decoder');
    expect(await fresh.measureLevel(whole)).toEqual(await measureLevel(whole));
  });

  test('knows silence from a soft tone', async () => {
    const silent = await measureLevel(sound(4, () => 0));
    expect(silent.quietMs).toBeGreaterThan(2_500);
    expect(silent.levelDb).toBeLessThan(-60);
    expect((await measureLevel(sound(4, tone(0.01)))).quietMs).toBeLessThan(200);
  });

  test('finds what is beyond full scale', async () => {
    const frames = toneFrames(3, 440).map((frame) => Buffer.from(frame));
    expect((await measureLevel(Buffer.concat(frames))).clipped).toBe(0);
    // Sixteen times as loud: five times full scale.
    for (const frame of frames) fadeFrame(frame, [16, 16]);
    expect((await measureLevel(Buffer.concat(frames))).clipped).toBeGreaterThan(0.5);
  });

  test('has nothing for what is no sound', async () => {
    expect((await measureLevel(Buffer.from('<html>not a stream</html>'.repeat(900)))).decodedMs).toBe(0);
  });
});

describe('[R181] gap', () => {
  const bytes = (seconds: number) => Buffer.alloc(seconds * BYTES_A_SECOND);
  test('is none while more has come than was played', () => {
    const arrivals = [
      { atMs: 100, bytes: bytes(5) },
      { atMs: 3_000, bytes: bytes(3) },
      { atMs: 6_000, bytes: bytes(3) },
    ];
    expect(gapOf(arrivals, 7_100)).toBe(0);
  });
  test('is what a player had to wait', () => {
    const arrivals = [
      { atMs: 100, bytes: bytes(2) },
      { atMs: 2_600, bytes: bytes(1) },
    ];
    expect(gapOf(arrivals, 2_700)).toBe(500);
    expect(gapOf(arrivals, 4_100)).toBe(1_000);
    expect(gapOf([], 4_100)).toBe(0);
  });
});

/** ICY: sound of these seconds, with a title behind each second that says one. */
function icy(titles: readonly (string | null)[]): Buffer {
  const blocks = titles.flatMap((title, second) => {
    const text = title === null ? Buffer.alloc(0) : Buffer.from(`StreamTitle='${title}';`);
    const length = Math.ceil(text.length / 16);
    return [
      Buffer.alloc(BYTES_A_SECOND, second + 1),
      Buffer.of(length),
      Buffer.concat([text, Buffer.alloc(16 * length - text.length)]),
    ];
  });
  return Buffer.concat(blocks);
}

describe('[R181] titles', () => {
  const START_MS = 1_000_000;
  const mark = (seconds: number, titre: string, kind: WireMark['kind'] = 'track'): WireMark => ({
    first_ms: START_MS + 1000 * seconds,
    kind,
    artiste: kind === 'track' ? 'A' : '',
    titre,
    slug: '',
    pochette: '/logo-dance.png',
    duration: 10,
  });
  const judge = (told: readonly (string | null)[], marks: readonly WireMark[]) => {
    const { sound: heard, titles } = parseIcy(icy(told), BYTES_A_SECOND);
    expect(heard.length).toBe(told.length * BYTES_A_SECOND);
    return judgeTitles(titles, { marks, firstMs: START_MS, heardBytes: heard.length, lateMaxMs: 1_100 });
  };

  test('are right when each comes with the place behind its sound', () => {
    const marks = [mark(-60, 'one'), mark(2.6, 'two')];
    expect(judge(['A - one', null, 'A - two', null], marks)).toEqual({ errorMs: 400, wrong: null });
    expect(judge(['A - one', null, null, null], [mark(-60, 'one')])).toEqual({ errorMs: null, wrong: null });
  });

  test('are too early, too late or wrong by what stands on the timeline', () => {
    const marks = [mark(-60, 'one'), mark(3.5, 'two')];
    expect(judge(['A - one', 'A - two', null, null, null], marks).errorMs).toBe(-1_500);
    expect(judge(['A - one', null, null, null, null, 'A - two'], marks).errorMs).toBe(2_500);
    expect(judge(['A - other', null], marks).wrong).toContain('A - other');
    expect(judge(['A - one', null, null, null, null, null], marks).wrong).toContain('A - two');
  });

  test('go on through jingles, are the stream’s name in a spot, and unknown before the first track', () => {
    const marks = [
      mark(-60, 'one'),
      mark(0.5, 'Dance', 'jingle'),
      mark(1.5, 'Dance', 'spot'),
      mark(2.5, 'two'),
    ];
    expect(judge(['A - one', 'Dance', 'A - two'], marks)).toEqual({ errorMs: 500, wrong: null });
    expect(judge(['anything', null], [mark(-10, 'Dance', 'jingle')]).wrong).toBeNull();
  });

  test('may be written without the pair of signs that ends one', () => {
    expect(judge(['A - it’;s', null], [mark(-10, "it';s")]).wrong).toBeNull();
  });
});
