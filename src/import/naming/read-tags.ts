import { type IAudioMetadata, parseFile, selectCover } from 'music-metadata';
import { cleanName, type Tags } from './name-track.ts';

/** Names from the tags inside a file; null where they name none. Tags that cannot be read count as none. */
export async function readTags(path: string): Promise<Tags> {
  const metadata = await parse(path, true);
  return { artist: named(metadata?.common.artist), title: named(metadata?.common.title) };
}

/** The picture inside a file, its front cover when there are several; null when there is none. */
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
 * Old tag formats do not say how they are written, and UTF-8 in them is read as Latin-1. Text that is valid UTF-8 when
 * it is taken back to bytes was such a case: true Latin-1 never happens to be.
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
