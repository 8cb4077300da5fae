import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { OperatorError } from '#src/platform/errors/operator-error.ts';

const root = resolve(import.meta.dirname, '..', '..');
const stampFile = join(root, 'build', '.sources');
/** What the pages are made of. Server-side files run from source and are no part of it. */
const SOURCES = ['src/**/*.{tsx,css,json}', 'src/**/*.ts', '*.config.ts', 'budget.json', 'package-lock.json'];

/**
 * Builds the pages when their sources changed since the last build; `onBuild` is told before it takes its seconds.
 * `signal` ends a build that nobody waits for any more; it then counts as failed.
 */
export async function ensureBuilt(onBuild: () => void, signal?: AbortSignal): Promise<void> {
  const wanted = sourcesHash();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return;
  onBuild();
  rmSync(stampFile, { force: true });
  const output = await run(
    process.execPath,
    [join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs'), 'build'],
    signal,
  );
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
    /\.test\.tsx?$|\.server\.ts$|^src\/(cli|db|broadcast\/(?!.*\.wire\.ts$)|import|demo|audio)\//;
  const files = globSync(SOURCES, { cwd: root })
    .filter((file) => !isServerOnly.test(file))
    .sort();
  for (const file of files) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/** Null when it went well, else what it printed. */
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
