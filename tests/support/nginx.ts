import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.ts';

const PROGRAM = '/usr/sbin/nginx';
const DEPLOYED = resolve(import.meta.dirname, '..', '..', 'deploy', 'nginx', 'onde.conf');

export interface TestNginx extends AsyncDisposable {
  readonly origin: string;
}

/**
 * Starts Debian's nginx with the file that operators take, its addresses changed to these and nothing else.
 * @param upstreams as nginx writes them, `127.0.0.1:8080`
 */
export async function startNginx(upstreams: {
  radio: string;
  /** A second machine of its group; left out: there is none. */
  standby?: string;
  web: readonly string[];
  /** Its lines for TLS count, with this certificate and its key; left out: they stay comments. */
  tls?: { certificate: string; key: string; port: number };
}): Promise<TestNginx> {
  const folder = await mkdtemp(join(tmpdir(), 'onde-nginx-'));
  const port = await freePort();
  const deployed = await readFile(DEPLOYED, 'utf8');
  const [first = '', second = ''] = upstreams.web;
  const { tls } = upstreams;
  const changes = [
    ...(tls
      ? ([
          ['# listen 443 ssl http2;', `listen 127.0.0.1:${tls.port} ssl http2;`],
          [
            '# ssl_certificate     /etc/letsencrypt/live/radio.example.org/fullchain.pem',
            `ssl_certificate ${tls.certificate}`,
          ],
          [
            '# ssl_certificate_key /etc/letsencrypt/live/radio.example.org/privkey.pem',
            `ssl_certificate_key ${tls.key}`,
          ],
        ] as const)
      : []),
    ['10.0.0.5:8080', upstreams.radio],
    ['10.0.0.8:8080', upstreams.standby ?? upstreams.radio],
    ['10.0.0.6:8081', first],
    ['10.0.0.7:8081', second],
    ['listen 80;', `listen 127.0.0.1:${port};`],
    ['/var/lib/nginx/onde', join(folder, 'cache')],
    ['/var/log/nginx/onde.log', join(folder, 'access.log')],
  ] as const;
  let site = deployed;
  for (const [from, to] of changes) {
    if (!site.includes(from)) throw new Error(`${DEPLOYED} no longer says ${from}.`);
    site = site.replaceAll(from, to);
  }
  const bodies = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const temporary = bodies.map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n');
  const config = join(folder, 'nginx.conf');
  await mkdir(join(folder, 'logs'));
  await writeFile(
    config,
    `daemon off; pid ${join(folder, 'pid')}; error_log stderr crit; worker_processes 1;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 512; }
http { ${temporary}\n${site}\n}\n`,
  );
  const tried = spawnSync(PROGRAM, ['-t', '-q', '-c', config, '-p', folder], { encoding: 'utf8' });
  if (tried.status !== 0) throw new Error(`nginx does not take it: ${tried.stderr}`);
  const child = spawn('setpriv', ['--pdeathsig', 'QUIT', PROGRAM, '-c', config, '-p', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const origin = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(`${origin}/titre.json`).then(
      () => true,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}.`);
    await delay(20);
  }
  return {
    origin,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.kill('SIGQUIT');
      await ended;
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
