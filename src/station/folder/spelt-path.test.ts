import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pictureFault } from './picture-fault.ts';
import { speltPath } from './spelt-path.ts';
import { StationFolder } from './station-folder.ts';

test('a picture whose name and folder a Mac has written is found by their names as they are typed', async () => {
  const root = await mkdtemp(join(tmpdir(), 'onde-spelt-'));
  try {
    const there = 'Publicite\u0301s/e\u0301te\u0301.png';
    await mkdir(join(root, 'Publicite\u0301s'));
    await writeFile(join(root, there), Buffer.from('\x89PNG\r\n\x1a\n....', 'latin1'));
    expect(await speltPath(root, 'Publicit\u00e9s/\u00e9t\u00e9.png')).toBe(there);
    expect(await speltPath(root, there)).toBe(there);
    expect(await speltPath(root, 'Publicit\u00e9s/none.png')).toBe('Publicite\u0301s/none.png');
    expect(await pictureFault(new StationFolder(root), 'Publicit\u00e9s/\u00e9t\u00e9.png')).toBeNull();
    expect(await pictureFault(new StationFolder(root), 'Publicit\u00e9s/none.png')).toBe(
      'the picture is gone',
    );
  } finally {
    await rm(root, { recursive: true });
  }
});
