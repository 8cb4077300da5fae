import type { Tags } from '#src/audio/codec/encode-file.ts';

/** A part of an episode, up to the next one's start. */
export interface Chapter {
  startMs: number;
  title: string;
}

/** Text frames of ID3v2.4 (https://id3.org/id3v2.4.0-frames) by FFmpeg's key. */
const TEXT_FRAMES: Readonly<Record<string, string>> = {
  title: 'TIT2',
  artist: 'TPE1',
  album: 'TALB',
  genre: 'TCON',
  date: 'TDRC',
};
const UTF_8 = 3;
/** Top level, in order. */
const TABLE_FLAGS = 0b11;
const NO_OFFSET = 0xffffffff;

/** An ID3v2.4 tag with chapters (https://id3.org/id3v2-chapters-1.0), to stand before the first MP3 frame. */
export function id3Tag(tags: Tags, chapters: readonly Chapter[], durationMs: number): Buffer {
  const frames = Object.entries(tags).flatMap(([key, text]) => {
    const id = TEXT_FRAMES[key];
    return id ? [textFrame(id, text)] : [];
  });
  if (tags.comment) frames.push(commentFrame(tags.comment));
  if (chapters.length > 0) frames.push(tableFrame(chapters.length));
  chapters.forEach((chapter, index) => {
    frames.push(chapterFrame(index, chapter, chapters[index + 1]?.startMs ?? durationMs));
  });
  const body = Buffer.concat(frames);
  return Buffer.concat([Buffer.from('ID3\x04\x00\x00', 'latin1'), synchsafe(body.length), body]);
}

function textFrame(id: string, text: string): Buffer {
  return frame(id, Buffer.from([UTF_8]), Buffer.from(text));
}

function commentFrame(text: string): Buffer {
  return frame('COMM', Buffer.from([UTF_8]), Buffer.from('fra\0'), Buffer.from(text));
}

function tableFrame(count: number): Buffer {
  const names = Array.from({ length: count }, (_, index) => chapterName(index));
  return frame('CTOC', Buffer.from('toc\0'), Buffer.from([TABLE_FLAGS, count]), ...names);
}

function chapterFrame(index: number, { startMs, title }: Chapter, endMs: number): Buffer {
  const times = Buffer.alloc(16);
  times.writeUInt32BE(startMs, 0);
  times.writeUInt32BE(endMs, 4);
  times.writeUInt32BE(NO_OFFSET, 8);
  times.writeUInt32BE(NO_OFFSET, 12);
  return frame('CHAP', chapterName(index), times, textFrame('TIT2', title));
}

function chapterName(index: number): Buffer {
  return Buffer.from(`ch${index}\0`);
}

function frame(id: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(id), synchsafe(body.length), Buffer.from([0, 0]), body]);
}

/** 28 bits in four bytes, the highest bit of each unused. */
function synchsafe(value: number): Buffer {
  return Buffer.from([21, 14, 7, 0].map((shift) => (value >> shift) & 0x7f));
}
