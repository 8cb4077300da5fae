import { parseBuffer } from 'music-metadata';
import { expect, test } from 'vitest';
import { SAMPLE_RATE } from '#demo/synth/stereo.ts';
import { encodeMp3Frames } from '#src/audio/codec/encode-file.ts';
import { id3Tag } from './id3-tag.ts';

test('A reader of tags finds what was written, chapters included', async () => {
  const samples = Float32Array.from({ length: SAMPLE_RATE }, (_, i) => Math.sin(i * 0.06) * 0.4);
  const tag = id3Tag(
    { artist: 'Basse mer', title: 'Carte blanche à Ørn', date: '2026-09-18', comment: 'Quatre accords' },
    [
      { startMs: 0, title: 'L’escalier' },
      { startMs: 400, title: 'La cave' },
    ],
    1000,
  );
  const file = Buffer.concat([tag, ...encodeMp3Frames({ left: samples, right: samples })]);
  const { common, format } = await parseBuffer(file, 'audio/mpeg', { includeChapters: true, duration: true });
  expect(common.artist).toBe('Basse mer');
  expect(common.title).toBe('Carte blanche à Ørn');
  expect(common.date).toBe('2026-09-18');
  expect(common.comment?.[0]?.text).toBe('Quatre accords');
  expect(format.bitrate).toBe(128_000);
  expect(format.chapters?.map(({ start, title }) => [start, title])).toEqual([
    [0, 'L’escalier'],
    [0.4, 'La cave'],
  ]);
});
