import { readFile } from 'node:fs/promises';

const TEXT_LIMIT_BYTES = 1024 * 1024;

/** A text of the station folder, or what is wrong with the file, in words for the person who edits it. */
export type ReadText = { readonly text: string } | { readonly fault: string };

/** Reads a file as UTF-8, without its byte order mark. Rejects only when the file is gone. */
export async function readText(path: string): Promise<ReadText> {
  const bytes = await readFile(path);
  if (bytes.length > TEXT_LIMIT_BYTES) return { fault: 'expected a text of at most 1 MB' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { fault: 'expected text in UTF-8: save it in this encoding' };
  }
}
