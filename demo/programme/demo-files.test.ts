import { describe, expect, test } from 'vitest';
import { arrange } from '#demo/composition/arrange.ts';
import { songSeconds } from '#demo/composition/song.ts';
import { SAMPLE_RATE } from '#demo/synth/stereo.ts';
import { STREAM_IDS } from '#src/contract/streams.ts';
import { DEMO_FILES, DEMO_TRACKS, URGENT_PATHS } from './demo-files.ts';

const secondsIn = (folder: string) =>
  DEMO_FILES.filter(({ path }) => path.startsWith(folder)).map(({ song }) => songSeconds(song()));

describe('The demo', () => {
  test.each(STREAM_IDS)('has three tracks or more of 62 to 100 seconds for %s', (id) => {
    const lengths = DEMO_TRACKS[id].map(({ song }) => songSeconds(song()));
    expect(lengths.length).toBeGreaterThanOrEqual(3);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(62);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(100);
  });

  test('has an interlude for every spot, as long to the sample', () => {
    const inSamples = (lengths: number[]) =>
      lengths.map((seconds) => Math.round(seconds * SAMPLE_RATE)).sort();
    expect(inSamples(secondsIn('interludes/'))).toEqual(inSamples(secondsIn('spots/')));
    for (const seconds of secondsIn('spots/')) expect(seconds).toBeGreaterThanOrEqual(10);
    for (const seconds of secondsIn('spots/')) expect(seconds).toBeLessThanOrEqual(20);
  });

  test('has jingles of 3 to 6 seconds, for all streams and for each', () => {
    for (const seconds of secondsIn('jingles/')) {
      expect(seconds).toBeGreaterThanOrEqual(3);
      expect(seconds).toBeLessThanOrEqual(6);
    }
    for (const id of STREAM_IDS) expect(secondsIn(`jingles/${id}/`)).toHaveLength(1);
  });

  test('makes a first track for every stream before anything else but one jingle', () => {
    const first = DEMO_FILES.slice(0, STREAM_IDS.length + 1).map(({ path }) => path);
    expect(new Set(first)).toEqual(URGENT_PATHS);
    for (const id of STREAM_IDS)
      expect(first.filter((path) => path.startsWith(`music/${id}/`))).toHaveLength(1);
  });

  test('names every file once, by artist and title as its tags do', () => {
    const paths = DEMO_FILES.map(({ path }) => path);
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
    for (const { path, tags } of DEMO_FILES) {
      expect(path).toBe(path.normalize('NFC'));
      if (path.startsWith('music/')) expect(path.endsWith(`/${tags.artist} - ${tags.title}.flac`)).toBe(true);
    }
  });

  test('plays tempi that suit each stream', () => {
    const ranges: Record<string, [number, number]> = {
      dance: [124, 128],
      hits: [100, 118],
      club: [122, 128],
      lounge: [70, 95],
      trance: [136, 140],
      '2000': [96, 128],
      '90s': [138, 145],
      '80s': [84, 110],
    };
    for (const id of STREAM_IDS) {
      for (const { song } of DEMO_TRACKS[id]) {
        expect(song().bpm).toBeGreaterThanOrEqual(ranges[id]?.[0] ?? 0);
        expect(song().bpm).toBeLessThanOrEqual(ranges[id]?.[1] ?? 0);
      }
    }
  });
});

describe.each(DEMO_FILES)('$path', ({ song, chapters }) => {
  test('asks its sections only for parts it has', () => {
    const piece = song();
    const names = piece.parts.map(({ name }) => name);
    for (const section of piece.sections) {
      for (const word of section.play.split(' ')) expect(names).toContain(word.split(':')[0]);
    }
  });

  test('begins to sound within its first beat', () => {
    const piece = song();
    const first = Math.min(...piece.parts.flatMap((part) => arrange(piece, part).map(({ at }) => at)));
    expect(first).toBeLessThan(1);
  });

  test('keeps its pitches where they can be heard and its chapters within its length', () => {
    const piece = song();
    for (const part of piece.parts) {
      for (const { midi } of arrange(piece, part)) {
        expect(midi).toBeGreaterThanOrEqual(24);
        expect(midi).toBeLessThanOrEqual(103);
      }
    }
    for (const { startMs } of chapters) expect(startMs).toBeLessThan(songSeconds(piece) * 1000);
  });
});
