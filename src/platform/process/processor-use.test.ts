import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { watchProcessorUse } from './processor-use.ts';

test('two processes on one processor wait for each other; one that sleeps waits for nobody, and runs less', async () => {
  using stack = new DisposableStack();
  const [processor = '0'] =
    /^Cpus_allowed_list:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.slice(1) ?? [];
  const start = (program: string) => {
    const child = spawn('taskset', ['--cpu-list', processor, process.execPath, '-e', program]);
    stack.defer(() => child.kill('SIGKILL'));
    return watchProcessorUse(child.pid ?? 0);
  };
  const [one, other] = [start('for (;;);'), start('for (;;);')];
  const sleeper = start('setInterval(() => {}, 3_600_000)');
  await vi.waitFor(() => {
    for (const { waitedMs } of [one(), other()]) expect(waitedMs).toBeGreaterThan(1_000);
    // Its start runs and waits as well.
    expect(sleeper().waitedMs).toBeLessThan(one().waitedMs);
    expect(sleeper().ranMs).toBeLessThan(one().ranMs ?? 0);
  }, PATIENT);
});

test('of a process that is gone nothing is known', () => {
  expect(watchProcessorUse(2 ** 22)()).toEqual({ waitedMs: 0, ranMs: null });
});
