import type { EntryFault } from './entry-fault.ts';

/** A text of the station folder, or what is wrong with the file, in words for the person who edits it. */
export type ReadText = { readonly text: string } | EntryFault;

export const TEXT_LIMIT_BYTES = 1024 * 1024;
export const TOO_LONG: ReadText = { fault: 'expected a text of at most 1 MB', kind: 'lasting' };

/** Bytes as UTF-8, without a byte order mark. */
export function textOf(bytes: Uint8Array): ReadText {
  if (bytes.length > TEXT_LIMIT_BYTES) return TOO_LONG;
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { fault: 'expected text in UTF-8: save it in this encoding', kind: 'lasting' };
  }
}
