import { type ChildProcess, fork, type StdioOptions } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { COMPILE_CACHE } from '#src/platform/process/compile-cache.ts';
import { childMark } from './leftover-processes.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const PROGRAM = join(ROOT, 'src', 'cli', 'onde.ts');
/**
 * glibc gives each thread an arena and keeps what was freed in it: 10 to 15 MB in a process that mostly waits. A large
 * piece that was freed once has it keep all that are as large, unless it is told where large begins: 35 MB after the
 * first shared picture.
 */
const FRUGAL = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '1048576' };
/** A network disk that does not answer keeps some of them, for good (src/station/folder/station-disk.ts). */
const THREADS = { UV_THREADPOOL_SIZE: '12' };
/** Loaded before the program. */
const BEFORE = [
  join(import.meta.dirname, 'leave-with-parent.ts'),
  join(ROOT, 'src', 'app', 'build', 'use-libraries.ts'),
].flatMap((file) => ['--import', pathToFileURL(file).href]);

/**
 * Starts another command of Onde as a child that never outlives this process. `folder` of the instance's sockets;
 * `niceness` 0 to 19; `nodeOptions` stand before the program.
 */
export function startOndeChild(
  words: readonly string[],
  {
    folder,
    stdio,
    niceness = 0,
    nodeOptions = [],
  }: { folder: string; stdio: StdioOptions; niceness?: number; nodeOptions?: readonly string[] },
): ChildProcess {
  const child = fork(PROGRAM, words, {
    execArgv: [...process.execArgv, ...nodeOptions, ...BEFORE],
    env: { ...FRUGAL, ...THREADS, ...COMPILE_CACHE, ...process.env, ...childMark(folder) },
    stdio,
  });
  if (niceness > 0 && child.pid !== undefined) lowerPriority(child.pid, niceness);
  return child;
}

/**
 * Lowers the priority. The child runs all the same where the system allows none, or when it has ended
 * already.
 */
function lowerPriority(pid: number, niceness: number): void {
  try {
    setPriority(pid, niceness);
  } catch {}
}

/**
 * Resolves with exit code or signal when the process has ended, or with the reason why it could not be
 * started.
 */
export function ended(child: ChildProcess): Promise<number | string> {
  if (child.exitCode !== null) return Promise.resolve(child.exitCode);
  if (child.signalCode !== null) return Promise.resolve(child.signalCode);
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'ended'));
    child.once('error', (error) => resolve(error.message));
  });
}

/** Asks a process to end, and ends it after `graceMs`. */
export async function stopChild(child: ChildProcess, graceMs: number, ask: () => void): Promise<void> {
  const gone = ended(child);
  ask();
  const impatience = setTimeout(() => child.kill('SIGKILL'), graceMs);
  await gone;
  clearTimeout(impatience);
}
