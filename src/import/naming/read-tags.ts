import { type IAudioMetadata, parseFile, selectCover } from 'music-metadata';
import { cleanName, type Tags } from './name-track.ts';

/**
 * Reads the names in the tags of a file; null where they name none. Tags that cannot be read count as none.
 */
export async function readTags(path: string): Promise<Tags> {
  const metadata = await parse(path, true);
  return { artist: named(metadata?.common.artist), title: named(metadata?.common.title) };
}

/** Reads the picture inside a file, its front cover when there are several; null without one. */
export async function readPicture(path: string): Promise<Uint8Array | null> {
  const metadata = await parse(path, false);
  return selectCover(metadata?.common.picture)?.data ?? null;
}

async function parse(path: string, skipCovers: boolean): Promise<IAudioMetadata | null> {
  try {
    return await parseFile(path, { duration: false, skipCovers });
  } catch {
    return null;
  }
}

function named(tag: string | undefined): string | null {
  const name = cleanName(repairEncoding(tag ?? ''));
  return name === '' ? null : name;
}

/**
 * Repairs names of old tag formats, which do not say how they are written, so that UTF-8 in them is read as
 * Latin-1. Text that is valid UTF-8 when taken back to bytes was such a case: true Latin-1 never happens to
 * be.
 */
function repairEncoding(text: string): string {
  const isBytes = Array.from(text).every((sign) => (sign.codePointAt(0) ?? 0) <= 0xff);
  if (!isBytes) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}
