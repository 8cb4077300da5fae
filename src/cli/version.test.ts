import { execFile } from 'node:child_process';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const ONDE = resolve(import.meta.dirname, 'onde.ts');

test.each(['--version', '-V', 'version'])(
  'onde %s says which version it is, whatever is set',
  async (word) => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'onde-version-'));
    const options = { cwd: folder.path, env: { PATH: process.env.PATH, PORT: 'wrong' } };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [ONDE, word], options);
    expect([stdout, stderr]).toEqual([`onde ${manifest.version}, Node ${process.versions.node}\n`, '']);
  },
);
