import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chown, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { STREAM_IDS } from '#src/contract/streams.ts';
import { freePort } from './free-port.ts';

const PROGRAM = '/usr/bin/icecast2';
const DEPLOYED = resolve(import.meta.dirname, '..', '..', 'deploy', 'icecast');
const WEB = '/usr/share/icecast2/web';
/**
 * Icecast 2.4.4 falls over (SIGSEGV) where somebody connects before the thread that counts them has begun, on a busy
 * machine even after it has answered: it is left alone before it is asked, and counts as started once it has lived on.
 */
const LEFT_ALONE_MS = 300;
const STARTS_MAX = 8;
const ANSWER_MS_MAX = 2_000;

/** Debian's Icecast with a configuration of ours, on a port that stays its own while it is stopped. */
export interface TestIcecast extends AsyncDisposable {
  readonly port: number;
  readonly origin: string;
  /** As it stands in ICECAST_URL. */
  readonly url: string;
  readonly process: () => ChildProcess | null;
  /** Ends it, as a crash does. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

interface IcecastOptions {
  /** Of `deploy/icecast`. */
  file: 'icecast.xml' | 'relay.xml';
  /** Where Onde's front door is. */
  onde: string;
  /** The Icecast that a relay takes from. */
  master?: Pick<TestIcecast, 'port'>;
  /** Further changes of what is deployed. */
  edit?: (xml: string) => string;
}

/** Starts it with the configuration as it is deployed, but for addresses, and folders that are its own. */
export async function startIcecast({
  file,
  onde,
  master,
  edit = (xml) => xml,
}: IcecastOptions): Promise<TestIcecast> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'onde-icecast-'));
  const web = join(folder, 'web');
  await cp(WEB, web, { recursive: true, dereference: true });
  await mkdir(join(web, 'wait'));
  for (const id of STREAM_IDS)
    for (const name of [id, `${id}-noads`]) await writeFile(join(web, 'wait', `${name}.mp3`), '');
  const path = join(folder, 'icecast.xml');
  const xml = readFileSync(join(DEPLOYED, file), 'utf8')
    .replaceAll('http://127.0.0.1:8080', onde)
    .replace('<listen-socket>', '<listen-socket><bind-address>127.0.0.1</bind-address>')
    .replace('<port>8000</port>\n  </listen-socket>', `<port>${port}</port>\n  </listen-socket>`)
    .replaceAll('<server>icecast.example.org</server>', '<server>127.0.0.1</server>')
    .replaceAll('<port>8000</port>', `<port>${master?.port ?? 0}</port>`)
    .replace('/var/log/icecast2', folder)
    .replace(`<webroot>${WEB}`, `<webroot>${web}`)
    // As root it does not run.
    .replace(
      '<chroot>0</chroot>',
      '<chroot>0</chroot><changeowner><user>icecast2</user><group>icecast</group></changeowner>',
    );
  await writeFile(path, edit(xml));
  const user = Number(spawnSync('id', ['-u', 'icecast2'], { encoding: 'utf8' }).stdout);
  if (process.getuid?.() === 0) await chown(folder, user, 0);
  const origin = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  const icecast: TestIcecast = {
    port,
    origin,
    url: `http://source:change-me@127.0.0.1:${port}`,
    process: () => child,
    async start() {
      const ends: string[] = [];
      while (ends.length < STARTS_MAX) {
        // It ends with this process, however that ends.
        child = spawn('setpriv', ['--pdeathsig', 'KILL', PROGRAM, '-c', path], { stdio: 'ignore' });
        await delay(LEFT_ALONE_MS);
        while (!isOver(child) && !(await answers(origin))) await delay(20);
        await delay(LEFT_ALONE_MS);
        if (!isOver(child)) return;
        ends.push(`${child.exitCode ?? child.signalCode}`);
      }
      const words = await readFile(join(folder, 'error.log'), 'utf8').catch(() => 'It has no log.');
      throw new Error(`${PROGRAM} does not start, it ended with ${ends.join(', ')}:\n${words}`);
    },
    async kill() {
      if (child === null) return;
      const ended = isOver(child) ? null : once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      child = null;
    },
    async [Symbol.asyncDispose]() {
      await icecast.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await icecast.start();
  return icecast;
}

function isOver({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

async function answers(origin: string): Promise<boolean> {
  return fetch(`${origin}/status-json.xsl`, { signal: AbortSignal.timeout(ANSWER_MS_MAX) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Somebody who listens at an Icecast, and what came when. */
export interface IcecastListener extends Disposable {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  /** Sound alone, by the time of its coming. */
  readonly came: { atMs: number; bytes: Buffer }[];
  /** Titles by the time of their coming. */
  readonly titles: { atMs: number; title: string; afterBytes: number }[];
  readonly isOver: boolean;
  /** How long a player would have been silent: it plays what has come, from the first byte on. */
  silentMs(): number;
}

const BYTES_A_MS = 16;

export function listenAt(url: string): Promise<IcecastListener> {
  const { promise, resolve: found, reject } = Promise.withResolvers<IcecastListener>();
  const call = request(url, { headers: { 'Icy-MetaData': '1', 'User-Agent': 'Test' } }, (reply) => {
    const interval = Number(reply.headers['icy-metaint'] ?? 0);
    const came: IcecastListener['came'] = [];
    const titles: IcecastListener['titles'] = [];
    let isOver = false;
    let toBlock = interval;
    let block: Buffer[] | null = null;
    let left = 0;
    let heard = 0;
    const take = (bytes: Buffer) => {
      for (let at = 0; at < bytes.length; ) {
        if (block !== null) {
          const part = bytes.subarray(at, at + left);
          block.push(part);
          left -= part.length;
          at += part.length;
          if (left > 0) return;
          const [, title] = /StreamTitle='(.*?)';/.exec(Buffer.concat(block).toString('utf8')) ?? [];
          if (title !== undefined) titles.push({ atMs: performance.now(), title, afterBytes: heard });
          block = null;
          toBlock = interval;
        } else if (interval > 0 && toBlock === 0) {
          left = (bytes[at] ?? 0) * 16;
          at += 1;
          if (left > 0) block = [];
          else toBlock = interval;
        } else {
          const part = bytes.subarray(at, interval > 0 ? at + toBlock : undefined);
          came.push({ atMs: performance.now(), bytes: part });
          heard += part.length;
          toBlock -= part.length;
          at += part.length;
        }
      }
    };
    reply.on('data', take);
    reply.on('error', () => {});
    reply.on('close', () => {
      isOver = true;
    });
    found({
      status: reply.statusCode ?? 0,
      headers: reply.headers,
      came,
      titles,
      get isOver() {
        return isOver;
      },
      silentMs() {
        let silent = 0;
        let untilMs = came[0]?.atMs ?? 0;
        for (const { atMs, bytes } of came) {
          if (atMs > untilMs) {
            silent += atMs - untilMs;
            untilMs = atMs;
          }
          untilMs += bytes.length / BYTES_A_MS;
        }
        return silent;
      },
      [Symbol.dispose]: () => void call.destroy(),
    });
  });
  call.on('error', reject);
  call.end();
  return promise;
}
