import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COVER_BYTES_MAX } from '#src/contract/limits.ts';
import { pictureFault } from './picture-fault.ts';
import { StationFolder } from './station-folder.ts';

test('a picture that is too large to be drawn is told when the folder is read, not by an empty place', async () => {
  const root = await mkdtemp(join(tmpdir(), 'onde-picture-'));
  try {
    const station = new StationFolder(root);
    await writeFile(join(root, 'spring.png'), Buffer.from('\x89PNG\r\n\x1a\n....', 'latin1'));
    await truncate(join(root, 'spring.png'), COVER_BYTES_MAX);
    expect(await pictureFault(station, 'spring.png')).toBeNull();
    await truncate(join(root, 'spring.png'), COVER_BYTES_MAX + 1);
    expect(await pictureFault(station, 'spring.png')).toBe(
      'expected a picture of at most 20 MB: save spring.png in a smaller size',
    );
  } finally {
    await rm(root, { recursive: true });
  }
});
