import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const PROGRAM = '/usr/sbin/varnishd';
const DEPLOYED = resolve(import.meta.dirname, '..', '..', 'deploy', 'varnish', 'onde.vcl');

export interface TestVarnish extends AsyncDisposable {
  readonly origin: string;
}

/**
 * Starts Debian's Varnish with the file that operators take, its addresses and its key changed to these and nothing
 * else.
 * @param options where the radio and its web process answer, as `127.0.0.1:8080`
 */
export async function startVarnish(options: {
  port: number;
  radio: string;
  web: string;
  key: string;
}): Promise<TestVarnish> {
  const { port, radio, web, key } = options;
  const deployed = await readFile(DEPLOYED, 'utf8');
  const backend = (address: string) => {
    const [host = '', number = ''] = address.split(':');
    return `.host = "${host}"; .port = "${number}";`;
  };
  const changes = [
    ['.host = "10.0.0.5"; .port = "8080";', backend(radio)],
    ['.host = "10.0.0.6"; .port = "8081";', backend(web)],
    ['.host = "10.0.0.7"; .port = "8081";', backend(web)],
    ['change-this-key', key],
  ] as const;
  let text = deployed;
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`${DEPLOYED} no longer says ${from}.`);
    text = text.replaceAll(from, to);
  }
  const folder = await mkdtemp(join(tmpdir(), 'onde-varnish-'));
  const file = join(folder, 'onde.vcl');
  await writeFile(file, text);
  const listening = `127.0.0.1:${port}`;
  // In the foreground, with the rights of who tests.
  const words = [
    '-F',
    '-j',
    'none',
    '-n',
    join(folder, 'run'),
    '-a',
    listening,
    '-f',
    file,
    '-s',
    'malloc,32m',
  ];
  const child = spawn('setpriv', ['--pdeathsig', 'TERM', PROGRAM, ...words], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (bytes) => {
    said += String(bytes);
  });
  const origin = `http://${listening}`;
  const answers = async () => {
    const answer = await fetch(`${origin}/titre.json`).catch(() => null);
    return answer?.ok === true;
  };
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`varnishd ended with ${child.exitCode}: ${said}`);
    await delay(20);
  }
  return {
    origin,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
