import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const SETTLE = pathToFileURL(join(import.meta.dirname, 'settle-after-start.ts')).href;

test('a process that is killed once it has settled leaves its compiled code to the next one', () => {
  const cache = mkdtempSync(join(tmpdir(), 'onde-cache-'));
  // From outside: Node itself keeps its code before it kills itself.
  const program = (tick: string) => `
    import { execFileSync } from 'node:child_process';
    import { mock } from 'node:test';
    import { settleAfterStart } from '${SETTLE}';
    mock.timers.enable({ apis: ['setTimeout'] });
    settleAfterStart();
    ${tick};
    execFileSync('kill', ['-KILL', String(process.pid)]);`;
  const keptAfter = (tick: string) => {
    const words = ['--input-type=module', '--eval', program(tick)];
    const { signal, stderr } = spawnSync(process.execPath, words, {
      env: { ...process.env, NODE_COMPILE_CACHE: cache },
      encoding: 'utf8',
    });
    expect(signal, stderr).toBe('SIGKILL');
    return readdirSync(cache, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  };
  expect(keptAfter('mock.timers.tick(9_999)')).toEqual([]);
  expect(keptAfter('mock.timers.tick(10_000)')).not.toEqual([]);
  rmSync(cache, { recursive: true });
});
