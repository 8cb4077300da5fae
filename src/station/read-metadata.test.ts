import { expect, test } from 'vitest';
import { readMetadata } from './read-metadata.ts';

test.runIf(process.platform === 'linux')(
  'tags that a disk does not give are not taken for none',
  async () => {
    // Whoever reads this from its beginning gets EIO.
    await expect(readMetadata('/proc/self/mem', {})).rejects.toMatchObject({ code: 'EIO' });
    expect(await readMetadata('/proc/self/no-such-file', {})).toBeNull();
  },
);
