import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const SCRIPT = join(import.meta.dirname, 'keep-on-air.sh');

test('who starts the radio with a closed input starts it all the same', async () => {
  const { stdout } = await promisify(execFile)('sh', ['-c', 'exec sh "$0" --help <&-', SCRIPT]);
  expect(stdout).toContain('Put the radio on the air');
});
