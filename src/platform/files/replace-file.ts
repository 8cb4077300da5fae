import { rename, rm, writeFile } from 'node:fs/promises';

/**
 * Writes a file whole or not at all, also when the power goes. Its folder must be there.
 * @param options.flush false for what is written every second or two and can be missing: the disk then decides when it
 * writes, instead of stopping for each of them. A process that is killed loses nothing by that; a power cut may leave
 * the file empty, so its reader must go on without.
 * @throws the file system's error and leaves what stood there as it was
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array | Iterable<string> | AsyncIterable<string>,
  { flush = true }: { flush?: boolean } = {},
): Promise<void> {
  const temporary = `${path}.${process.pid}.new`;
  try {
    await writeFile(temporary, content, { flush });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}
