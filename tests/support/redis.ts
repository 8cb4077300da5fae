import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.ts';

const PROGRAM = '/usr/bin/redis-server';

/** A Redis of Debian's, on a port that stays its own while it is stopped. */
export interface TestRedis extends AsyncDisposable {
  readonly url: string;
  /** Ends it, as a crash does: what it held is gone. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Holds it: it takes connections and answers nothing. */
  hold(): Disposable;
}

/** @param password that it asks for */
export async function startRedis(password?: string): Promise<TestRedis> {
  const port = await freePort();
  let child: ChildProcess | null = null;
  const redis: TestRedis = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const guarded = password === undefined ? [] : ['--requirepass', password];
      const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
      // It ends with this process, however that ends.
      child = spawn('setpriv', ['--pdeathsig', 'KILL', PROGRAM, ...words, ...guarded], { stdio: 'ignore' });
      while (!(await answers(port))) {
        if (child.exitCode !== null) throw new Error(`${PROGRAM} ended with ${child.exitCode}.`);
        await delay(20);
      }
    },
    async kill() {
      if (child === null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      child = null;
    },
    hold() {
      const held = child;
      held?.kill('SIGSTOP');
      return { [Symbol.dispose]: () => void held?.kill('SIGCONT') };
    },
    [Symbol.asyncDispose]: () => redis.kill(),
  };
  await redis.start();
  return redis;
}

async function answers(port: number): Promise<boolean> {
  const socket = createConnection({ port, host: '127.0.0.1' });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
