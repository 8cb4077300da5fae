import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Writes texts into a station folder, by their paths in it. */
export function stationWriter(stationDir: string): (path: string, content: string) => Promise<void> {
  return async (path, content) => {
    await mkdir(join(stationDir, dirname(path)), { recursive: true });
    await writeFile(join(stationDir, path), content);
  };
}
