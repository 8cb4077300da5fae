import { foldText } from '#src/contract/titles.ts';

/** Equal for the name of an artist or title and the file or folder that stands for it, where `/` is written `_`. */
export function fileNameKey(name: string): string {
  return foldText(name).replaceAll('/', '_');
}
