import { execFile } from 'node:child_process';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ONDE = resolve(import.meta.dirname, 'onde.ts');

test.each(['brodcast', 'toString', 'constructor', '__proto__'])(
  'a command that there is not is called unknown: %s',
  async (command) => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'onde-unknown-'));
    const options = { cwd: folder.path, env: { PATH: process.env.PATH } };
    const { promise, resolve: end } = Promise.withResolvers<{ code: unknown; told: string }>();
    execFile(process.execPath, [ONDE, command], options, (error, _printed, told) =>
      end({ code: error?.code, told }),
    );
    const { code, told } = await promise;
    expect(told).toContain(`error: unknown command '${command}'`);
    expect(told).toContain('(onde --help lists what there is)');
    expect(told).not.toContain('    at ');
    expect(code).toBe(1);
  },
);
