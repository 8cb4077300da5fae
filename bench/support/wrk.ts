import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ended, waitUntil } from './onde.ts';

/** @throws when a program of the peers is missing */
export function requirePeers(): void {
  for (const program of ['/usr/bin/wrk', '/usr/sbin/nginx'])
    if (!existsSync(program)) throw new Error('The peer is missing: apt-get install nginx-light wrk');
}

/**
 * Asks for an address as often as it is answered, for some seconds. `wrk` costs the machine little, so that it measures
 * the server.
 * @param options.script in Lua: what each request is
 */
export function requestsPerSecond(
  address: string,
  options: { seconds: number; connections: number; headers?: Record<string, string>; script?: string },
): number {
  const { seconds, connections, headers = {}, script } = options;
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const words = ['-t1', `-c${connections}`, `-d${seconds}s`, ...given, ...scripted(script), address];
  const { stdout } = spawnSync('/usr/bin/wrk', words, { encoding: 'utf8' });
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  if (!(rate > 0) || /Non-2xx/.test(stdout)) throw new Error(`wrk failed on ${address}:\n${stdout}`);
  return rate;
}

function scripted(script: string | undefined): string[] {
  if (script === undefined) return [];
  const file = join(mkdtempSync(join(tmpdir(), 'onde-wrk-')), 'wrk.lua');
  writeFileSync(file, script);
  return ['-s', file];
}

/** An nginx of one worker, with what stands in its `server`. */
export async function startNginx(
  port: number,
  server: string,
  options: { files?: Record<string, string | Uint8Array>; path: string; http?: string },
): Promise<AsyncDisposable & { origin: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'onde-nginx-'));
  mkdirSync(join(folder, 'www'));
  for (const [name, content] of Object.entries(options.files ?? {}))
    writeFileSync(join(folder, 'www', name), content);
  writeFileSync(
    join(folder, 'nginx.conf'),
    `worker_processes 1; daemon off; user root; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; keepalive_requests 100000000; types { application/json json; text/html html; }
  proxy_cache_path ${folder}/cache keys_zone=onde:10m;
  ${options.http ?? ''}
  server { listen 127.0.0.1:${port}; root ${folder}/www; ${server} }
}`,
  );
  const child = spawn('/usr/sbin/nginx', ['-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
  const origin = `http://127.0.0.1:${port}`;
  await waitUntil(async () => (await fetch(origin + options.path)).ok, child, 'nginx did not start');
  return { origin, [Symbol.asyncDispose]: () => ended(child) };
}
