import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { frameStartMs, Mp3FormatError, SAMPLE_RATE, SAMPLES_PER_FRAME } from './broadcast-format.ts';
import { readBroadcastFrames, splitBroadcastFrames } from './broadcast-frames.ts';
import { parseFrameHeader } from './frame-header.ts';
import { id3Padding } from './id3-padding.ts';

const BROADCAST_HEADER = [0xff, 0xfb, 0x90, 0x64];

/** A frame with the given header and recognisable content; the bits of silence are not needed here. */
function frame(header: number[], content = 0x11): Buffer {
  const size = parseFrameHeader(Buffer.from(header), 0)?.sizeBytes ?? 0;
  const bytes = Buffer.alloc(size, content);
  bytes.set(header, 0);
  return bytes;
}

function plain(count: number): Buffer[] {
  return Array.from({ length: count }, (_, i) => frame([0xff, 0xfb, i % 3 === 0 ? 0x90 : 0x92, 0x64], i));
}

function infoFrame(mark: string, at = 36): Buffer {
  const bytes = frame(BROADCAST_HEADER, 0);
  bytes.write(mark, at, 'latin1');
  return bytes;
}

const ID3V1 = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125, 0x20)]);

function apeTag(content: Buffer): Buffer {
  const edge = (isHeader: boolean) => {
    const bytes = Buffer.alloc(32);
    bytes.write('APETAGEX', 'latin1');
    bytes.writeUInt32LE(2000, 8);
    bytes.writeUInt32LE(content.length + 32, 12);
    bytes.writeUInt32LE(isHeader ? 0xa0000000 : 0x80000000, 20);
    return bytes;
  };
  return Buffer.concat([edge(true), content, edge(false)]);
}

describe('the frames of a file for broadcast', () => {
  test('are all there, joined, each at its offset', () => {
    const frames = plain(7);
    const read = splitBroadcastFrames(Buffer.concat(frames));
    expect(read.audio.equals(Buffer.concat(frames))).toBe(true);
    expect(read.frameOffsets).toHaveLength(7);
    for (const [i, expected] of frames.entries()) {
      const from = read.frameOffsets[i] ?? -1;
      expect(read.audio.subarray(from, from + expected.length).equals(expected)).toBe(true);
    }
  });

  test.each([
    ['an ID3v2 tag in front', [id3Padding(1234)], []],
    ['two ID3v2 tags in front', [id3Padding(10), id3Padding(300)], []],
    ['an ID3v1 tag behind', [], [ID3V1]],
    ['an APE tag and an ID3v1 tag behind', [], [apeTag(Buffer.alloc(50, 0xff)), ID3V1]],
    ['an APE tag in front', [apeTag(Buffer.alloc(77))], []],
    ['an Info frame', [infoFrame('Info')], []],
    ['a Xing frame behind a tag', [id3Padding(99), infoFrame('Xing')], []],
    ['a VBRI frame', [infoFrame('VBRI')], []],
    ['a cut-off last frame', [], [frame(BROADCAST_HEADER).subarray(0, 200)]],
    ['a last frame cut off within its header', [], [Buffer.from([0xff, 0xfb])]],
  ])('are the same with %s', (_name, before, after) => {
    const frames = Buffer.concat(plain(5));
    const read = splitBroadcastFrames(Buffer.concat([...before, frames, ...after]));
    expect(read.audio.equals(frames)).toBe(true);
    expect(read.frameOffsets).toHaveLength(5);
  });

  test.each([
    ['48 kHz', [0xff, 0xfb, 0x94, 0x64]],
    ['mono', [0xff, 0xfb, 0x90, 0xc4]],
    ['two independent channels', [0xff, 0xfb, 0x90, 0x84]],
    ['192 kbit/s', [0xff, 0xfb, 0xb0, 0x64]],
    ['layer II', [0xff, 0xfd, 0x80, 0x64]],
    ['MPEG-2', [0xff, 0xf3, 0xc0, 0x64]],
  ])('are refused when one among them is %s', (_name, header) => {
    const read = () => splitBroadcastFrames(Buffer.concat([...plain(3), frame(header), ...plain(3)]));
    expect(read).toThrow(Mp3FormatError);
    expect(read).toThrow(/instead of MPEG-1 layer 3/);
  });

  test('are refused when something else stands between them', () => {
    const read = () => splitBroadcastFrames(Buffer.concat([...plain(3), Buffer.alloc(9), ...plain(3)]));
    expect(read).toThrow(expect.objectContaining({ reason: 'broken' }));
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('not music at all')],
    ['a tag alone', id3Padding(40)],
    ['a cut-off Info frame', infoFrame('Info').subarray(0, 50)],
  ])('are refused in a file of %s', (_name, bytes) => {
    expect(() => splitBroadcastFrames(bytes)).toThrow(expect.objectContaining({ reason: 'no-frames' }));
  });

  test('are never found, and nothing unnamed thrown, in random bytes', () => {
    const pieces = fc.oneof(
      fc.uint8Array({ maxLength: 600 }).map((bytes) => Buffer.from(bytes)),
      fc.constantFrom(frame(BROADCAST_HEADER), ID3V1, apeTag(Buffer.alloc(3)), infoFrame('Info')),
      fc.constantFrom(
        Buffer.from('ID3'),
        Buffer.from('APETAGEX'),
        Buffer.from('TAG'),
        Buffer.from([0xff, 0xfb]),
      ),
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const file = Buffer.concat(parts);
        try {
          const { audio, frameOffsets } = splitBroadcastFrames(file);
          expect(file.includes(audio)).toBe(true);
          expect(frameOffsets.length).toBeGreaterThan(0);
          for (const offset of frameOffsets) expect(parseFrameHeader(audio, offset)?.bitRate).toBe(128_000);
        } catch (error) {
          expect(error).toBeInstanceOf(Mp3FormatError);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('come from a file on disk', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'onde-mp3-'));
    try {
      await writeFile(join(folder, 'a.mp3'), Buffer.concat([id3Padding(20), ...plain(4)]));
      expect((await readBroadcastFrames(join(folder, 'a.mp3'))).frameOffsets).toHaveLength(4);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('a frame header', () => {
  test('in random bytes is null or leads onwards', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 12 }), fc.nat(12), (bytes, at) => {
        const header = parseFrameHeader(bytes, at);
        if (header) expect(header.sizeBytes).toBeGreaterThan(4);
      }),
      { numRuns: 5000 },
    );
  });

  test.each([
    [
      'MPEG-1 layer III 128k 44.1 kHz',
      [0xff, 0xfb, 0x90, 0x64],
      { sizeBytes: 417, samples: 1152, sampleRate: 44100 },
    ],
    [
      'the same, padded',
      [0xff, 0xfb, 0x92, 0x64],
      { sizeBytes: 418, bitRate: 128_000, channelMode: 'joint-stereo' },
    ],
    [
      'MPEG-2 layer III 64k 22.05 kHz mono',
      [0xff, 0xf3, 0x80, 0xc0],
      { sizeBytes: 208, samples: 576, version: 2 },
    ],
    ['MPEG-1 layer I 32k 48 kHz', [0xff, 0xff, 0x14, 0x00], { sizeBytes: 32, samples: 384, layer: 1 }],
  ])('of %s says so', (_name, bytes, expected) => {
    expect(parseFrameHeader(Buffer.from(bytes), 0)).toMatchObject(expected);
  });
});

test('frame n starts n times 1152 samples after the first', () => {
  expect(frameStartMs(0)).toBe(0);
  expect(frameStartMs(49)).toBe(1280);
  const day = 3_307_500;
  expect(frameStartMs(day)).toBe((day * SAMPLES_PER_FRAME * 1000) / SAMPLE_RATE);
});
