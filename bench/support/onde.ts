import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const root = resolve(import.meta.dirname, '..', '..');
const START_TIMEOUT_MS = 420_000;
/** The demo station of all benches: others may have it on the air. */
export const KEPT_HOME = join(tmpdir(), 'onde-bench');

export interface RunningOnde extends AsyncDisposable {
  /** The root of all its processes. */
  pid: number;
  /** The process that serves listeners. */
  broadcastPid: number;
  origin: string;
}

/**
 * Starts the whole of Onde on the demo station, kept between runs in the system's temporary folder, and waits
 * until every track is rendered, so that nothing but the radio is measured. With a `home` it runs there
 * instead.
 */
export async function startOnde(
  port: number,
  settings: Record<string, string> = {},
  home = KEPT_HOME,
): Promise<RunningOnde> {
  mkdirSync(home, { recursive: true });
  const environment = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: join(home, 'data'),
    STATION_DIR: join(home, 'station'),
    MAX_LISTENERS: '10000',
    LOG_LEVEL: 'warn',
    ...settings,
  };
  // As `npm start` does.
  const child = spawn('sh', [join(root, 'src', 'cli', 'keep-on-air.sh')], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const origin = `http://127.0.0.1:${port}`;
  await waitUntil(
    async () => (await fetch(`${origin}/readyz?part=web`)).ok,
    child,
    'Onde did not come on air',
  );
  await waitUntil(
    async () => isQuiet(join(home, 'data', 'media', 'catalogue.jsonl'), onlyChildOf(child.pid ?? 0)),
    child,
    'The demo station was not finished',
  );
  const pid = child.pid ?? 0;
  return { pid, broadcastPid: onlyChildOf(pid), origin, [Symbol.asyncDispose]: () => ended(child) };
}

/** The process that the shell has started: broadcast, a new one after each end. */
export function onlyChildOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
}

/**
 * Copies the kept demo station with its rendered tracks, and without anything that belongs to an instance,
 * into `home`, where a bench may write what it wants. The kept one is only read; where there is none yet it
 * is composed first.
 */
export async function copyStation(port: number, home: string): Promise<void> {
  if (!existsSync(join(KEPT_HOME, 'data', 'media', 'catalogue.jsonl')))
    await (await startOnde(port))[Symbol.asyncDispose]();
  for (const folder of ['station', join('data', 'media')])
    cpSync(join(KEPT_HOME, folder), join(home, folder), { recursive: true });
}

let lastSize = -1;
let quietSince = Date.now();

/** The demo is complete when its catalogue has stopped growing. */
async function isQuiet(catalogue: string, pid: number): Promise<boolean> {
  const size = readFileSync(catalogue).length;
  const helpers = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').length;
  if (size !== lastSize || helpers > 1) [lastSize, quietSince] = [size, Date.now()];
  return Date.now() - quietSince > 5_000;
}

export async function waitUntil(
  isTrue: () => Promise<boolean>,
  child: ChildProcess,
  otherwise: string,
): Promise<void> {
  const untilMs = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < untilMs && child.exitCode === null) {
    if (await isTrue().catch(() => false)) return;
    await delay(200);
  }
  child.kill('SIGKILL');
  throw new Error(otherwise);
}

export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await exited;
}
