import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BUILDS } from '#src/app/build/build-folders.ts';
import { isPageSource } from '#src/app/build/rooms.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { BuildShelf } from './build-shelf.ts';

const ROOT = resolve(import.meta.dirname, '..', '..');
const ASK_AGAIN_MS = 250;
const NAME_LETTERS = 16;

/**
 * Has the pages of these sources served from the next start or reload on, and builds them where that has not
 * been done; `onBuild` is called before a build, which takes seconds. Waits for another process that builds
 * in the same folder. `signal` ends a build that is no longer needed; it then counts as failed.
 * @returns the folder of the build
 */
export async function ensureBuilt(onBuild: () => void, signal?: AbortSignal, root = ROOT): Promise<string> {
  const shelf = new BuildShelf(join(root, BUILDS), systemClock);
  const wanted = nameOfSources(root);
  if (!shelf.isWhole(wanted)) onBuild();
  else if (shelf.isCurrent(wanted)) return shelf.path(wanted);
  using _lock = await acquireBuildLock(shelf, signal);
  const name = await build(shelf, root, signal);
  shelf.serve(name);
  shelf.removeOld();
  return shelf.path(name);
}

async function acquireBuildLock(shelf: BuildShelf, signal: AbortSignal | undefined): Promise<Disposable> {
  for (;;) {
    const lock = shelf.lock();
    if (lock) return lock;
    await delay(ASK_AGAIN_MS, null, signal && { signal });
  }
}

/** Once more where sources have changed meanwhile: a build bears the name of what it was made of. */
async function build(shelf: BuildShelf, root: string, signal: AbortSignal | undefined): Promise<string> {
  for (;;) {
    signal?.throwIfAborted();
    const name = nameOfSources(root);
    if (shelf.isWhole(name)) return name;
    const folder = shelf.begin();
    const program = join(root, 'src', 'app', 'build', 'build-pages.ts');
    const output = await run([program, folder], root, signal);
    if (nameOfSources(root) !== name) continue;
    if (output !== null) {
      throw new OperatorError(`The pages could not be built:\n${output}`, remedyFor(output, root));
    }
    shelf.finish(folder, name);
    return name;
  }
}

/** What an operator does about a build that printed this. */
function remedyFor(output: string, root: string): string {
  if (/\b(EACCES|EPERM|EROFS)\b/.test(output))
    return `Give the user that runs Onde the right to write in ${root}, or build there as its owner: npm run build`;
  if (/\b(ENOSPC|EDQUOT)\b/.test(output)) return 'Free some space on its disk, then start again.';
  if (/\bended by SIG(KILL|ABRT)\b|\bheap limit\b/.test(output))
    return 'The machine lacks memory for it: stop other programs, add swap, or build on another machine; then run it again: npm run build';
  if (/^spawn /.test(output))
    return 'See that the machine has memory and processes left, and that no install is under way; then run it again: npm run build';
  return 'If you changed a file, correct it; otherwise get a fresh copy of Onde and start again.';
}

function nameOfSources(root: string): string {
  const hash = createHash('sha256');
  // A glob takes ten times as long, in which a stream gets nothing.
  const files = [
    ...readdirSync(root),
    ...readdirSync(join(root, 'src'), { encoding: 'utf8', recursive: true }).map((name) => join('src', name)),
  ]
    .filter(isPageSource)
    .sort();
  for (const file of files) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, NAME_LETTERS);
}

/** Null when it went well, else the build's output. */
async function run(words: string[], root: string, signal: AbortSignal | undefined): Promise<string | null> {
  const child = spawn(process.execPath, words, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  signal?.addEventListener('abort', () => child.kill(), { once: true });
  const printed: Buffer[] = [];
  child.stdout.on('data', (chunk) => printed.push(chunk));
  child.stderr.on('data', (chunk) => printed.push(chunk));
  const end = await new Promise<number | string | Error>((done) => {
    child.once('exit', (code, killedBy) => done(code ?? `It was ended by ${killedBy}.`)).once('error', done);
  });
  if (end instanceof Error) return end.message;
  if (typeof end === 'string') printed.push(Buffer.from(end));
  return end === 0 ? null : Buffer.concat(printed).toString();
}
