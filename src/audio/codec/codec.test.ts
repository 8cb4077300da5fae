import { appendFile, copyFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AV_CODEC_ID_PNG } from 'node-av/constants';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readBroadcastFrames } from '#src/audio/mp3/broadcast-frames.ts';
import { GainCuts } from '#src/audio/mp3/gain-cuts.ts';
import { id3Padding } from '#src/audio/mp3/id3-padding.ts';
import { id3WithPicture } from '#src/audio/testing/id3-with-picture.ts';
import { type SourceFormat, writeAudio, writeRetagged } from '#src/audio/testing/write-audio.ts';
import { lowerFrames } from '#src/import/worker/render-levelled.ts';
import { AudioSource } from './audio-source.ts';
import { cutPreview } from './cut-preview.ts';
import { measureLoudness } from './measure-loudness.ts';
import { openContainer } from './open-container.ts';
import { hashAudio } from './packet-hash.ts';
import { renderBroadcast } from './render-broadcast.ts';

const FORMATS: SourceFormat[] = ['mp3', 'flac', 'ogg', 'opus', 'm4a', 'wav'];

let folder = '';
const file = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onde-codec-'));
  for (const format of FORMATS) writeAudio(file(`a.${format}`), { seconds: 4, seed: 3 }, { title: 'One' });
});
afterAll(() => rm(folder, { recursive: true }));

describe.each(FORMATS)('a %s file', (format) => {
  test('keeps its identity when a tag editor writes it anew', () => {
    writeRetagged(file(`a.${format}`), file(`b.${format}`), {
      title: 'Another',
      artist: 'Somebody else entirely',
    });
    expect(hashAudio(file(`b.${format}`)).id).toBe(hashAudio(file(`a.${format}`)).id);
  });

  test('has another identity than other music', () => {
    writeAudio(file(`other.${format}`), { seconds: 4, seed: 4 }, { title: 'One' });
    expect(hashAudio(file(`other.${format}`)).id).not.toBe(hashAudio(file(`a.${format}`)).id);
  });

  test('is decoded to its full length at any sample rate', () => {
    expect(measureLoudness(file(`a.${format}`)).seconds).toBeCloseTo(4, 1);
    expect(hashAudio(file(`a.${format}`), { isWhole: true }).seconds).toBeCloseTo(4, 1);
  });

  test('is rendered as frames of the broadcast format alone', async () => {
    const loudness = { gainDb: -3, ceilingDb: null };
    const part = wholeOf(file(`a.${format}`));
    const target = file(`${format}.out.mp3`);
    const rendered = renderBroadcast({ source: file(`a.${format}`), loudness, audioPath: target, part });
    const { audio, frameOffsets } = await readBroadcastFrames(target);
    expect(audio.length).toBe((await stat(target)).size);
    expect(rendered).toEqual({ frameOffsets, sizeBytes: audio.length });
    expect(frameOffsets.length).toBe(Math.ceil(part.end / 1152));
  });
});

describe('the identity of an MP3 file', () => {
  test('is the same with ID3v2, APE and ID3v1 tags around it', async () => {
    await writeFile(file('tagged.mp3'), Buffer.concat([id3Padding(3000), await readFile(file('a.mp3'))]));
    await appendFile(file('tagged.mp3'), apeTag('Artist', 'Tagger'));
    await appendFile(file('tagged.mp3'), Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125, 0x41)]));
    expect(hashAudio(file('tagged.mp3')).id).toBe(hashAudio(file('a.mp3')).id);
  });
});

describe('the limiter', () => {
  test('keeps true peaks under its ceiling', () => {
    writeAudio(file('peaky.wav'), { seconds: 4, seed: 5, shape: (t) => (t % 0.5 < 0.05 ? 0.9 : 0.05) });
    const loudness = { gainDb: 9, ceilingDb: -4 };
    const part = wholeOf(file('peaky.wav'));
    renderBroadcast({ source: file('peaky.wav'), loudness, audioPath: file('limited.mp3'), part });
    expect(measureLoudness(file('peaky.wav')).truePeakDb + 9).toBeGreaterThan(3);
    expect(measureLoudness(file('limited.mp3')).truePeakDb).toBeLessThan(-2.5);
  });
});

describe('a peak that coding has raised', () => {
  test('is turned down where it is, and nothing else', () => {
    const burst = (t: number) => (t > 2 && t < 2.01 ? 0.5 : 0.3);
    writeAudio(file('burst.wav'), { seconds: 4, seed: 5, shape: burst });
    const audioPath = file('burst.mp3');
    const loudness = { gainDb: 0, ceilingDb: null };
    const part = wholeOf(file('burst.wav'));
    const source = file('burst.wav');
    const { frameOffsets, sizeBytes } = renderBroadcast({ source, loudness, audioPath, part });
    const before = leftOf(audioPath);
    const { truePeakDb } = measureLoudness(audioPath);
    const cuts = new GainCuts(frameOffsets.length);
    const levelDb = truePeakDb - 1;
    const onAbove = (from: number, to: number, peakDb: number) => cuts.cut(from, to, peakDb - levelDb);
    measureLoudness(audioPath, { levelDb, onAbove });
    lowerFrames(audioPath, frameOffsets, cuts.slopes);
    const after = leftOf(audioPath);
    expect(measureLoudness(audioPath).truePeakDb).toBeLessThan(levelDb);
    expect(after.length).toBe(before.length);
    const changed = [...after.keys()].filter((i) => Math.abs((after[i] ?? 0) - (before[i] ?? 0)) > 1e-6);
    expect(changed.at(0)).toBeGreaterThan(1.95 * 44_100);
    expect(changed.at(-1)).toBeLessThan(2.1 * 44_100);
    expect(frameOffsets.at(-1)).toBeLessThan(sizeBytes);
  });
});

describe('a preview', () => {
  test('is the asked part, faded in and out', async () => {
    const range = { start: 44_100, end: 3 * 44_100 };
    const audioPath = file('whole.mp3');
    const loudness = { gainDb: 0, ceilingDb: null };
    const whole = wholeOf(file('a.flac'));
    const rendered = renderBroadcast({ source: file('a.flac'), loudness, audioPath, part: whole });
    cutPreview(audioPath, rendered, { path: file('part.mp3'), range, fadeSeconds: 0.5 });
    const part = measureLoudness(file('part.mp3'));
    expect(part.seconds).toBeGreaterThan(2);
    expect(part.seconds).toBeLessThan(2.1);
    const [first = 0, middle = 0, last = 0] = [1, 10, 20].map((i) => part.momentaryLufs[i]);
    expect(first).toBeLessThan(middle - 6);
    expect(last).toBeLessThan(middle - 3);
    await expect(readBroadcastFrames(file('part.mp3'))).resolves.toBeDefined();
  });
});

describe('a picture in the tags', () => {
  test('does not reach the decoder, which would spend any amount of memory on it', async () => {
    const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    await writeFile(
      file('pictured.mp3'),
      Buffer.concat([id3WithPicture(picture), await readFile(file('a.mp3'))]),
    );
    const container = openContainer(file('pictured.mp3'));
    const [sound, attached] = container.streams;
    expect(sound?.codecpar.sampleRate).toBe(48_000);
    expect(attached?.codecpar).toMatchObject({ codecId: AV_CODEC_ID_PNG, width: 0 });
    container.closeInputSync();
    expect(hashAudio(file('pictured.mp3')).id).toBe(hashAudio(file('a.mp3')).id);
  });
});

describe('sound of more channels than two, of which nothing is said', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('becomes stereo: %d', async (channels) => {
    await writeFile(file('many.wav'), toneOnEach(channels));
    const { seconds, integratedLufs } = measureLoudness(file('many.wav'));
    expect(seconds).toBeCloseTo(1, 2);
    expect(integratedLufs).toBeGreaterThan(-40);
  });
});

describe('sound whose rate and channels change in its middle', () => {
  test('goes on as stereo at 44.1 kHz', async () => {
    const mono = Buffer.concat([...Array(20)].map(() => silentMonoFrame()));
    await writeFile(file('mixed.mp3'), Buffer.concat([await readFile(file('a.mp3')), mono]));
    const { seconds } = measureLoudness(file('mixed.mp3'));
    using source = AudioSource.open(file('mixed.mp3'));
    const samples = [...source.samples()].reduce((sum, { left }) => sum + left.length, 0);
    expect(samples / 44_100).toBeCloseTo(seconds, 1);
    expect(seconds).toBeGreaterThan(4.3);
  });
});

describe('a file is told apart', () => {
  test.each([
    ['text', 'Artist - Title'],
    ['a playlist that points elsewhere', '#EXTM3U\n#EXTINF:1,a\n/etc/passwd\n'],
    ['a concat script', "ffconcat version 1.0\nfile '/etc/passwd'\n"],
    ['nothing', ''],
  ])('when it is %s', async (_name, content) => {
    await writeFile(file('fake.mp3'), content);
    expect(() => hashAudio(file('fake.mp3'))).toThrow(expect.objectContaining({ fault: 'not-audio' }));
  });

  test('when a copy of it has left nothing, in words of its own', async () => {
    await writeFile(file('empty.mp3'), '');
    expect(() => hashAudio(file('empty.mp3'))).toThrow('is empty: copy it again from where it came');
  });

  test('when it is not there', () => {
    expect(() => AudioSource.open(file('nowhere.mp3'))).toThrow(
      expect.objectContaining({ fault: 'unreadable' }),
    );
  });

  test('when half of it is overwritten', async () => {
    await copyFile(file('a.flac'), file('damaged.flac'));
    const bytes = await readFile(file('damaged.flac'));
    for (let at = 9_000; at < bytes.length - 100; at += 3_000) bytes.fill(0x5a, at, at + 60);
    await writeFile(file('damaged.flac'), bytes);
    expect(() => measureLoudness(file('damaged.flac'))).toThrow(expect.objectContaining({ fault: 'broken' }));
  });

  test.each(['packets', 'samples'] as const)('when its %s go on for too long', (work) => {
    using source = AudioSource.open(file('a.flac'), { secondsMax: 3 });
    expect(() => [...source[work]()]).toThrow(
      expect.objectContaining({ fault: 'too-long', message: 'is longer than 3 seconds: cut it into parts' }),
    );
  });

  test('when its few bytes are hours of sound, before they are decoded', async () => {
    await writeFile(file('hours.wav'), slowWav(6 * 3600 + 60));
    expect(() => hashAudio(file('hours.wav'))).toThrow(
      expect.objectContaining({ fault: 'too-long', message: 'is longer than 6 hours: cut it into parts' }),
    );
  });

  test.each(['ogg', 'opus'] as const)('when a %s file has a hole in its middle', async (format) => {
    const bytes = await readFile(file(`a.${format}`));
    const [before, after] = [bytes.subarray(0, bytes.length / 2), bytes.subarray(bytes.length / 2)];
    await writeFile(file(`hole.${format}`), Buffer.concat([before, Buffer.alloc(200_000), after]));
    expect(() => hashAudio(file(`hole.${format}`))).toThrow(expect.objectContaining({ fault: 'broken' }));
  });

  test.each(['ogg', 'opus', 'm4a'] as const)(
    'when a %s file ends before its last page or index does',
    async (format) => {
      await cutShort(format);
      expect(() => measureLoudness(file(`cut.${format}`))).toThrow(
        expect.objectContaining({ fault: 'cut-off' }),
      );
    },
  );

  test.each(['flac', 'mp3', 'wav'] as const)('when a %s file says that more should come', async (format) => {
    await cutShort(format);
    const cutOff = expect.objectContaining({
      fault: 'cut-off',
      message: expect.stringMatching(/^ends after 0:01 of 0:04: /),
    });
    expect(() => measureLoudness(file(`cut.${format}`))).toThrow(cutOff);
    expect(() => hashAudio(file(`cut.${format}`), { isWhole: true })).toThrow(cutOff);
  });

  test('but not when an MP3 file is a second shorter than it says, as tools that cut leave it', async () => {
    const bytes = await readFile(file('a.mp3'));
    await writeFile(file('trimmed.mp3'), bytes.subarray(0, bytes.length * 0.75));
    expect(measureLoudness(file('trimmed.mp3')).seconds).toBeLessThan(3.2);
    expect(hashAudio(file('trimmed.mp3'), { isWhole: true }).seconds).toBeLessThan(3.2);
  });

  test('but not when a WAV file was written by a program that could not know its length', async () => {
    const bytes = await readFile(file('a.wav'));
    bytes.writeUInt32LE(0xffff_ffff, bytes.indexOf('data') + 4);
    await writeFile(file('piped.wav'), bytes);
    expect(measureLoudness(file('piped.wav')).seconds).toBeCloseTo(4, 1);
    expect(hashAudio(file('piped.wav'), { isWhole: true }).seconds).toBeCloseTo(4, 1);
  });
});

function wholeOf(path: string): { start: number; end: number } {
  return { start: 0, end: measureLoudness(path).samples };
}

function leftOf(path: string): Float32Array {
  using source = AudioSource.open(path);
  const blocks: number[][] = [];
  for (const { left } of source.samples()) blocks.push([...left]);
  return Float32Array.from(blocks.flat());
}

async function cutShort(format: SourceFormat): Promise<void> {
  await copyFile(file(`a.${format}`), file(`cut.${format}`));
  await truncate(file(`cut.${format}`), Math.round((await stat(file(`a.${format}`))).size * 0.4));
}

/** Silence as 8-bit mono at 1 Hz. */
function slowWav(seconds: number): Buffer {
  return wav(1, 1, Buffer.alloc(seconds, 0x80));
}

/** A second at 8 kHz, of another tone on each channel. */
function toneOnEach(channels: number): Buffer {
  const samples = Buffer.alloc(8_000 * channels);
  for (let i = 0; i < samples.length; i += 1) {
    const channel = i % channels;
    samples[i] = 128 + 60 * Math.sin((2 * Math.PI * (300 + 50 * channel) * (i - channel)) / channels / 8_000);
  }
  return wav(8_000, channels, samples);
}

/** 8-bit samples. */
function wav(rate: number, channels: number, samples: Buffer): Buffer {
  const bytes = samples.length;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(bytes + 36, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * channels, 28);
  head.writeUInt16LE(channels, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(bytes, 40);
  return Buffer.concat([head, samples]);
}

/** MPEG-1 layer III, mono, 32 kHz, 64 kbit/s. */
function silentMonoFrame(): Buffer {
  const frame = Buffer.alloc(288);
  frame.writeUInt32BE(0xfffb58c0, 0);
  return frame;
}

function apeTag(key: string, value: string): Buffer {
  const item = Buffer.concat([Buffer.alloc(8), Buffer.from(`${key}\0${value}`)]);
  item.writeUInt32LE(value.length, 0);
  const edge = (isHeader: boolean) => {
    const bytes = Buffer.alloc(32);
    bytes.write('APETAGEX', 'latin1');
    bytes.writeUInt32LE(2000, 8);
    bytes.writeUInt32LE(item.length + 32, 12);
    bytes.writeUInt32LE(1, 16);
    bytes.writeUInt32LE(isHeader ? 0xa0000000 : 0x80000000, 20);
    return bytes;
  };
  return Buffer.concat([edge(true), item, edge(false)]);
}
