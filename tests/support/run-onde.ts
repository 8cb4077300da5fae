import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';

export const ONDE = resolve(import.meta.dirname, '../../src/cli/onde.ts');

export interface Ended {
  /** Exit code, or the signal that ended it. */
  readonly how: number | string | null;
  readonly printed: string;
  readonly told: string;
}

/** Starts a command of Onde with these settings and no others. */
export function startOnde(words: readonly string[], settings: Record<string, string>): ChildProcess {
  const env = { PATH: process.env.PATH ?? '', LOG_LEVEL: 'warn', ...settings };
  return spawn(process.execPath, [ONDE, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

export async function ended(child: ChildProcess): Promise<Ended> {
  const how = new Promise<Ended['how']>((done) => child.once('exit', (code, signal) => done(code ?? signal)));
  const [printed, told] = await Promise.all(
    [child.stdout, child.stderr].map((out) => (out ? text(out) : '')),
  );
  return { how: await how, printed: printed ?? '', told: told ?? '' };
}

/** Runs a command to its end. */
export function runOnde(words: readonly string[], settings: Record<string, string>): Promise<Ended> {
  return ended(startOnde(words, settings));
}
