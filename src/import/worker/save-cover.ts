import { readFile, stat, writeFile } from 'node:fs/promises';
import { COVER_BYTES_MAX } from '#src/contract/limits.ts';
import { CoverFault, renderCover } from '#src/import/cover/render-cover.ts';
import { readPicture } from '#src/import/naming/read-tags.ts';
import type { CoverOutcome } from '#src/import/worker/worker-messages.ts';

/**
 * Renders the cover of `source` to `cover`: the picture that it carries, else the one at `picture`. A bad picture does
 * not cost the music.
 * @throws the file system's errors
 */
export async function saveCover(paths: {
  source: string;
  picture: string | null;
  cover: string;
}): Promise<CoverOutcome> {
  const { source, picture, cover } = paths;
  const faults: string[] = [];
  for (const from of ['source', 'picture'] as const) {
    const bytes = from === 'source' ? () => readPicture(source) : () => readSmall(picture);
    const fault = await renderInto(cover, bytes);
    if (fault === null) return { from, fault: faults[0] ?? null };
    if (fault !== '') faults.push(fault);
  }
  return { from: null, fault: faults[0] ?? null };
}

/** The fault of the picture; '' without a picture, null when it is rendered. */
async function renderInto(cover: string, read: () => Promise<Uint8Array | null>): Promise<string | null> {
  try {
    const bytes = await read();
    if (bytes === null) return '';
    await writeFile(cover, await renderCover(bytes), { flush: true });
    return null;
  } catch (error) {
    if (error instanceof CoverFault) return error.message;
    throw error;
  }
}

async function readSmall(path: string | null): Promise<Buffer | null> {
  if (path === null) return null;
  if ((await stat(path)).size > COVER_BYTES_MAX) throw CoverFault.tooLarge();
  return await readFile(path);
}
