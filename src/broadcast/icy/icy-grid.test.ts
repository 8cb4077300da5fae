import { expect, test } from 'vitest';
import { parseFrameHeader } from '#src/audio/mp3/frame-header.ts';
import { readBed } from '#src/broadcast/frames/bed.ts';
import { AudioRing } from '#src/broadcast/timeline/audio-ring.ts';
import { ICY_INTERVAL, IcyGrid, icyTitleBlock } from './icy-grid.ts';

const bed = await readBed();

function filledRing(frames: number): AudioRing {
  const ring = new AudioRing(1000);
  for (let index = 0; index < frames; index += 1) appendFrame(ring, index);
  return ring;
}

function appendFrame(ring: AudioRing, index: number): void {
  const at = index % bed.frameOffsets.length;
  ring.append(bed.audio, bed.frameOffsets[at] ?? 0, bed.frameOffsets[at + 1] ?? bed.audio.length);
}

/** What a player makes of the bytes: audio and titles (null: unchanged). */
function deinterleave(bytes: Buffer): { audio: Buffer; titles: (string | null)[] } {
  const audio: Buffer[] = [];
  const titles: (string | null)[] = [];
  for (let at = 0; at < bytes.length; ) {
    audio.push(bytes.subarray(at, at + ICY_INTERVAL));
    at += ICY_INTERVAL;
    if (at >= bytes.length) break;
    const length = (bytes[at] ?? 0) * 16;
    const text = bytes.subarray(at + 1, at + 1 + length).toString();
    titles.push(length === 0 ? null : (/^StreamTitle='(.*)';\0*$/.exec(text)?.[1] ?? text));
    at += 1 + length;
  }
  return { audio: Buffer.concat(audio), titles };
}

test('a joiner gets the whole title in its first block, then only what changes, and every byte of audio', () => {
  const ring = filledRing(400);
  const grid = new IcyGrid();
  grid.advance(ring, () => 'First');
  const joinedAt = ring.head - 777;
  const { bytes, firstFrame } = grid.burst(ring, joinedAt - 48_000, joinedAt);
  const parts = [bytes];
  let sent = joinedAt;
  for (let index = 400; index < 900; index += 1) {
    appendFrame(ring, index);
    grid.advance(ring, (frame) => (frame < 1600 ? 'First' : 'Second'));
    if (index % 37 !== 0) continue;
    parts.push(grid.interleave(ring, sent, ring.head));
    sent = ring.head;
  }
  const { audio, titles } = deinterleave(Buffer.concat(parts));
  expect(titles[0]).toBe('First');
  expect(titles.filter((title) => title !== null)).toEqual(['First', 'Second']);

  const start = sent - audio.length;
  expect(start % ICY_INTERVAL).toBe(0);
  const firstByte = ring.positionOf(firstFrame);
  expect(audio.subarray(firstByte - start).equals(ring.slice(firstByte, sent))).toBe(true);
});

test('a title comes within a second of its piece’s first frame and never before it, however late it is settled', () => {
  for (const first of [1_500, 1_513, 1_526, 1_537]) {
    const ring = filledRing(400);
    const grid = new IcyGrid();
    const titleAt = (frame: number) => (frame < first ? 'First' : 'Second');
    grid.advance(ring, titleAt);
    const from = ring.head;
    for (let index = 400; index < 700; index += 1) appendFrame(ring, index);
    grid.advance(ring, titleAt);
    const told = grid.interleave(ring, from, ring.head).indexOf("StreamTitle='Second';");
    const begins = ring.positionOf(first) - from;
    // The blocks before it are a byte each.
    expect(told).toBeGreaterThan(begins);
    expect(told).toBeLessThanOrEqual(begins + ICY_INTERVAL + 20);
  }
});

test('a joiner’s audio begins on a frame behind a tag that decoders skip', () => {
  for (let frames = 380; frames < 420; frames += 1) {
    const ring = filledRing(frames);
    const grid = new IcyGrid();
    grid.advance(ring, () => 'Title');
    const { bytes, firstFrame } = grid.burst(ring, ring.head - 48_000, ring.head);
    const padding = ring.positionOf(firstFrame) % ICY_INTERVAL;
    expect(bytes.toString('latin1', 0, 3)).toBe('ID3');
    expect(parseFrameHeader(bytes, padding)).not.toBeNull();
  }
});

test('all who listen get the same bytes, however far back they joined', () => {
  const ring = filledRing(500);
  const grid = new IcyGrid();
  grid.advance(ring, () => 'Title');
  const until = ring.head;
  const early = grid.burst(ring, until - 100_000, until).bytes;
  const late = grid.burst(ring, until - 48_000, until).bytes;
  expect(early.subarray(-20_000).equals(late.subarray(-20_000))).toBe(true);
});

test('a title as long as can be still parses back', () => {
  const ring = filledRing(300);
  const grid = new IcyGrid();
  const title = 'é'.repeat(1990);
  grid.advance(ring, () => title);
  const { titles } = deinterleave(grid.burst(ring, ring.head - 48_000, ring.head).bytes);
  expect(titles[0]).toBe(title);
});

/** As VLC and FFmpeg read it: up to the first `';`. */
function readTitle(block: Buffer): string {
  expect(block.length).toBe(1 + (block[0] ?? 0) * 16);
  const text = block.subarray(1).toString();
  return text.slice("StreamTitle='".length, text.indexOf("';"));
}

test.each([
  'Daft Punk - Da Funk',
  "Guns N' Roses - Don't Cry",
  "Rock 'n'",
  'Björk - Jóga',
  'Кино - Группа крови',
  '',
])('the title %j reads back as it is', (title) => expect(readTitle(icyTitleBlock(title))).toBe(title));

test('a title cannot end the block before its time', () => {
  expect(readTitle(icyTitleBlock("a';StreamUrl='http://bad"))).toBe("a’;StreamUrl='http://bad");
});

test('line breaks and zeros in a title become spaces', () => {
  expect(readTitle(icyTitleBlock('a\r\nb\0c'))).toBe('a b c');
});

test('a title of any length fits 255 blocks and is cut between characters', () => {
  const block = icyTitleBlock('é🎵'.repeat(2000));
  expect(block.length).toBeLessThanOrEqual(4081);
  expect(readTitle(block)).not.toContain('�');
  expect(readTitle(block)).toMatch(/^(é🎵)+é?$/);
});

test('a title comes behind its first frame, within the grid’s step, however late it is settled [W58]', () => {
  for (const settledEvery of [1, 10, 200]) {
    const ring = filledRing(100);
    const grid = new IcyGrid();
    const changes = [1150, 1290, 1431];
    const titleAt = (frame: number) => `Title ${changes.filter((change) => frame >= change).length}`;
    for (let index = 100; index < 700; index += 1) {
      appendFrame(ring, index);
      if (index % settledEvery === 0) grid.advance(ring, titleAt);
    }
    grid.advance(ring, titleAt);
    const { titles } = deinterleave(grid.interleave(ring, 0, ring.head));
    for (const [at, change] of changes.entries()) {
      const behind = (titles.indexOf(`Title ${at + 1}`) + 1) * ICY_INTERVAL - ring.positionOf(change);
      expect(behind).toBeGreaterThanOrEqual(0);
      expect(behind).toBeLessThan(ICY_INTERVAL);
    }
  }
});

test('a joiner’s audio begins at or before what was asked for, wherever that lies beside a point', () => {
  const ring = filledRing(3000);
  const grid = new IcyGrid();
  grid.advance(ring, () => 'Title');
  for (let frame = 1100; frame < 3900; frame += 1) {
    const { firstFrame } = grid.burst(ring, ring.positionOf(frame), ring.head);
    expect(firstFrame).toBeLessThanOrEqual(frame);
  }
});
