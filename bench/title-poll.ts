import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Result } from './result.ts';
import { ended, startOnde, waitUntil } from './support/onde.ts';
import { cpuSeconds } from './support/process-cost.ts';

const SECONDS = 10;
const ROUNDS = 3;
const CONNECTIONS = 32;

/** What every open page asks for all the time, from Onde and as a file from nginx, in turn. */
export async function titlePoll(): Promise<Result[]> {
  for (const program of ['/usr/bin/wrk', '/usr/sbin/nginx'])
    if (!existsSync(program)) throw new Error('The peer is missing: apt-get install nginx-light wrk');
  await using onde = await startOnde(8190);
  const address = `${onde.origin}/titre.json`;
  await using nginx = await serveFile(8191, 'titre.json', await (await fetch(address)).text());
  const before = cpuSeconds([onde.broadcastPid]);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(requestsPerSecond(address));
    theirs.push(requestsPerSecond(`${nginx.origin}/titre.json`));
  }
  const asked = ours.reduce((sum, rate) => sum + rate * SECONDS, 0);
  const microseconds = ((cpuSeconds([onde.broadcastPid]) - before) / asked) * 1e6;
  return [
    {
      what: 'CPU of a `titre.json`',
      unit: 'µs',
      onde: microseconds,
      peer: null,
      goal: { of: 'figure', atMost: 25 },
    },
    {
      what: '`titre.json`, best of three',
      unit: 'requests/s',
      onde: Math.max(...ours),
      peer: { name: 'nginx, one worker, the same bytes as a file', figure: Math.max(...theirs) },
      goal: { of: 'ratio', atLeast: 0.5 },
    },
  ];
}

/** `wrk` costs the machine little, so that it measures the server. */
function requestsPerSecond(address: string): number {
  const words = ['-t1', `-c${CONNECTIONS}`, `-d${SECONDS}s`, address];
  const { stdout } = spawnSync('/usr/bin/wrk', words, { encoding: 'utf8' });
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  if (!(rate > 0) || /Non-2xx/.test(stdout)) throw new Error(`wrk failed on ${address}:\n${stdout}`);
  return rate;
}

async function serveFile(
  port: number,
  name: string,
  text: string,
): Promise<AsyncDisposable & { origin: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'onde-nginx-'));
  mkdirSync(join(folder, 'www'));
  writeFileSync(join(folder, 'www', name), text);
  writeFileSync(join(folder, 'nginx.conf'), configuration(port, folder));
  const child = spawn('/usr/sbin/nginx', ['-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
  const origin = `http://127.0.0.1:${port}`;
  await waitUntil(async () => (await fetch(`${origin}/${name}`)).ok, child, 'nginx did not start');
  return { origin, [Symbol.asyncDispose]: () => ended(child) };
}

function configuration(port: number, folder: string): string {
  return `worker_processes 1; daemon off; user root; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; keepalive_requests 100000000; types { application/json json; }
  server { listen 127.0.0.1:${port}; root ${folder}/www; }
}`;
}
