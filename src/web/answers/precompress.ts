import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compress, THOROUGH } from './compress.ts';

const TEXT = /\.(css|html|js|json|svg|txt|webmanifest|xml)$/;
const FROM_BYTES = 512;

/** Writes a `.br` and a `.gz` beside every text file of a build, where that saves anything. */
export async function precompress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && TEXT.test(entry.name));
  await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))));
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.byteLength < FROM_BYTES) return;
  for (const [encoding, ending] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    const compressed = await compress(bytes, encoding, THOROUGH);
    if (compressed.byteLength < bytes.byteLength) await writeFile(path + ending, compressed);
  }
}
