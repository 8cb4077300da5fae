import { writeFile } from 'node:fs/promises';
import { toneFrames } from './tone-frames.ts';

export interface EpisodeTags {
  title?: string;
  comment?: string;
  date?: string;
  chapters?: { startMs: number; title: string }[];
  /** Further text frames, which come first: the id, and what stands behind the sign of UTF-8. */
  frames?: readonly (readonly [id: string, text: string])[];
  /** ID3v2.3 or ID3v2.4, which is meant without it. */
  version?: 3 | 4;
}

/** Writes an MP3 of a short tag and a tone: `hertz` makes its audio another one. */
export async function writeEpisode(
  path: string,
  seconds: number,
  tags: EpisodeTags = {},
  hertz = 440,
): Promise<void> {
  await writeFile(path, Buffer.concat([id3(tags), ...toneFrames(seconds, hertz)]));
}

/** id3.org/id3v2.4.0-structure and id3.org/id3v2-chapters-1.0; the lengths of short frames are those of ID3v2.3. */
function id3({ title, comment, date, chapters = [], frames: first = [], version = 4 }: EpisodeTags): Buffer {
  const frames = Buffer.concat([
    ...first.map(([id, text]) => textFrame(id, text)),
    title === undefined ? Buffer.alloc(0) : textFrame('TIT2', title),
    date === undefined ? Buffer.alloc(0) : textFrame('TDRC', date),
    comment === undefined
      ? Buffer.alloc(0)
      : frame('COMM', Buffer.concat([Buffer.from([3]), Buffer.from(`fra\0${comment}`)])),
    ...chapters.map((chapter, at) => {
      const times = Buffer.alloc(16, 0xff);
      times.writeUInt32BE(chapter.startMs, 0);
      times.writeUInt32BE(chapters[at + 1]?.startMs ?? chapter.startMs + 1000, 4);
      return frame(
        'CHAP',
        Buffer.concat([Buffer.from(`ch${at}\0`), times, textFrame('TIT2', chapter.title)]),
      );
    }),
  ]);
  return Buffer.concat([Buffer.from('ID3'), Buffer.from([version, 0, 0]), sevenBits(frames.length), frames]);
}

function textFrame(id: string, text: string): Buffer {
  return frame(id, Buffer.concat([Buffer.from([3]), Buffer.from(text)]));
}

function frame(id: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(id), sevenBits(body.length), Buffer.from([0, 0]), body]);
}

function sevenBits(size: number): Buffer {
  return Buffer.from([21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f));
}
