import { readdir } from 'node:fs/promises';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';

/** The names in a folder that match, sorted; none while there is no folder. */
export async function namesIn(folder: string, pattern: RegExp): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => pattern.test(name)).sort();
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return [];
    throw error;
  }
}
