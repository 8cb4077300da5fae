import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { childMark, endLeftovers } from './leftover-processes.ts';

const FOLDER = '/run/onde (1)';
/** The process id of a broadcast that is no more. */
const BEFORE = '4194305';

function startChild(mark: Record<string, string>) {
  const child = spawn('sleep', ['600'], { stdio: 'ignore', env: { ...process.env, ...mark } });
  return { child, [Symbol.dispose]: () => void child.kill('SIGKILL') };
}
const markOfBefore = (folder: string) => {
  const [[name = '', mark = ''] = []] = Object.entries(childMark(folder));
  return { [name]: mark.replace(String(process.pid), BEFORE) };
};

test.skipIf(process.platform !== 'linux')(
  'what a broadcast that is gone has left is ended, whatever it is; what lives and what is another’s stays',
  async () => {
    using stopped = startChild(markOfBefore(FOLDER));
    using own = startChild(childMark(FOLDER));
    using other = startChild(markOfBefore('/run/onde'));
    await Promise.all([stopped, own, other].map(({ child }) => once(child, 'spawn')));
    stopped.child.kill('SIGSTOP');
    const ended = once(stopped.child, 'exit');
    endLeftovers(FOLDER);
    expect(await ended).toEqual([null, 'SIGKILL']);
    expect([own.child.signalCode, other.child.signalCode]).toEqual([null, null]);
  },
);
