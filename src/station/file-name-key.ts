import { foldText } from '#src/contract/titles.ts';

/**
 * Returns the same key for the name of an artist or title and for its file or folder, where `/` is written
 * `_`.
 */
export function fileNameKey(name: string): string {
  return foldText(name).replaceAll('/', '_');
}
