import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { acquireLock } from '#src/platform/lock/acquire-lock.ts';

const root = resolve(import.meta.dirname, '..', '..');
const stampFile = join(root, 'build', '.sources');
/** Not in `build`: a build begins by removing that folder. */
const lockFile = join(root, 'node_modules', '.onde-build.lock');
const ASK_AGAIN_MS = 250;
/** The sources of the pages. Server-side files run from source and are no part of them. */
const SOURCES = ['src/**/*.{tsx,css,json}', 'src/**/*.ts', '*.config.ts', 'package-lock.json'];

/**
 * Builds the pages when their sources changed since the last build; `onBuild` is called before a build, which takes
 * seconds. Waits for another process that builds in the same folder. `signal` ends a build that is no longer needed; it
 * then counts as failed.
 */
export async function ensureBuilt(onBuild: () => void, signal?: AbortSignal): Promise<void> {
  const wanted = sourcesHash();
  if (isBuilt(wanted)) return;
  onBuild();
  using _lock = await acquireBuildLock(signal);
  if (!isBuilt(wanted)) await build(wanted, signal);
}

function isBuilt(wanted: string): boolean {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted;
}

async function acquireBuildLock(signal: AbortSignal | undefined): Promise<Disposable> {
  for (;;) {
    const lock = acquireLock(lockFile);
    if (lock) return lock;
    await delay(ASK_AGAIN_MS, null, signal && { signal });
  }
}

async function build(wanted: string, signal: AbortSignal | undefined): Promise<void> {
  rmSync(stampFile, { force: true });
  const output = await run(process.execPath, [join(root, 'src', 'app', 'build', 'build-pages.ts')], signal);
  if (output !== null) {
    throw new OperatorError(
      `The pages could not be built:\n${output}`,
      'If you changed a file, correct it; otherwise get a fresh copy of Onde and start again.',
    );
  }
  writeFileSync(stampFile, wanted);
}

function sourcesHash(): string {
  const hash = createHash('sha256');
  const isServerOnly =
    /\.test\.tsx?$|\.server\.ts$|^src\/(cli|db|web|(broadcast|records)\/(?!.*\.wire\.ts$)|import|audio)\//;
  const files = globSync(SOURCES, { cwd: root })
    .filter((file) => !isServerOnly.test(file))
    .sort();
  for (const file of files) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/** Null when it went well, else the build's output. */
async function run(
  command: string,
  words: string[],
  signal: AbortSignal | undefined,
): Promise<string | null> {
  const child = spawn(command, words, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  signal?.addEventListener('abort', () => child.kill(), { once: true });
  const printed: Buffer[] = [];
  child.stdout.on('data', (chunk) => printed.push(chunk));
  child.stderr.on('data', (chunk) => printed.push(chunk));
  const code = await new Promise<number | null>((done) => child.once('exit', done));
  return code === 0 ? null : Buffer.concat(printed).toString();
}
