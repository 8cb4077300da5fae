import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { type IAudioMetadata, type IOptions, parseBuffer, parseFile, parseStream } from 'music-metadata';
import { plainId3 } from '#src/audio/mp3/plain-id3.ts';
import { leadingTagBytes } from '#src/audio/mp3/tag-boundaries.ts';
import { nullIfOfFile } from '#src/platform/errors/failure-kind.ts';

const HEAD_BYTES = 32;
/** A larger tag is hardly one, and is left to the library. */
const TAG_BYTES_MAX = 64_000_000;
const MPEG = 'audio/mpeg';

/** Media types by the first bytes of a file. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/^fLaC/, 'audio/flac'],
  [/^OggS/, 'audio/ogg'],
  [/^.{4}ftyp/s, 'audio/mp4'],
  [/^RIFF.{4}WAVE/s, 'audio/wav'],
  [/^(ID3|\xff[\xe2-\xff])/, MPEG],
];
/** The same by endings: those that people give to files of another kind. */
const ENDINGS: Readonly<Record<string, string>> = {
  '.flac': 'audio/flac',
  '.ogg': 'audio/ogg',
  '.opus': 'audio/ogg',
  '.m4a': 'audio/mp4',
  '.mp4': 'audio/mp4',
  '.wav': 'audio/wav',
  '.mp3': MPEG,
};

/**
 * Reads the tags of a file, of another kind than its ending says, too, and those that the library takes for letters;
 * null where they cannot be read.
 * @throws the file system's error where the file is not to blame: a track would lose name and cover to it
 */
export async function readMetadata(path: string, options: IOptions): Promise<IAudioMetadata | null> {
  const { head, plain } = (await readHead(path).catch(nullIfOfFile)) ?? { head: '', plain: null };
  const inPlain = plain && (await parseBuffer(plain, MPEG, options).catch(() => null));
  if (inPlain && hasTags(inPlain)) return inPlain;
  const byEnding = await parseFile(path, options).catch(nullIfOfFile);
  const kind = SIGNS.find(([sign]) => sign.test(head))?.[1];
  if ((byEnding && hasTags(byEnding)) || kind === undefined || kind === ENDINGS[endingOf(path)])
    return byEnding;
  const stream = createReadStream(path);
  try {
    return await parseStream(stream, kind, options);
  } catch (error) {
    return nullIfOfFile(error) ?? byEnding;
  } finally {
    stream.destroy();
  }
}

/** Returns the first bytes of a file, and the tag that it begins with in a form that the library reads. */
async function readHead(path: string): Promise<{ head: string; plain: Uint8Array | null }> {
  await using file = await open(path);
  const read = async (length: number, at: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
    return buffer.subarray(0, bytesRead);
  };
  const head = await read(HEAD_BYTES, 0);
  const tagBytes = leadingTagBytes(head, 0);
  const isRead = tagBytes > 0 && tagBytes <= TAG_BYTES_MAX;
  // Behind an ID3 tag may stand a FLAC, whose own tags count.
  const isFlac = isRead && (await read(4, tagBytes)).toString('latin1') === 'fLaC';
  const plain = isRead && !isFlac ? plainId3(await read(tagBytes, 0)) : null;
  return { head: head.toString('latin1'), plain };
}

function hasTags({ native }: IAudioMetadata): boolean {
  return Object.values(native).some((tags) => tags.length > 0);
}

function endingOf(path: string): string {
  return extname(path).toLowerCase();
}
