import { rename, rm, writeFile } from 'node:fs/promises';

/**
 * Writes a file whole or not at all, also when the power goes. Its folder must be there.
 * @throws the file system's error and leaves what stood there as it was
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array | Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  const temporary = `${path}.${process.pid}.new`;
  try {
    await writeFile(temporary, content, { flush: true });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}
