import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { ended, waitUntil } from './onde.ts';

const root = resolve(import.meta.dirname, '..', '..');

export interface RunningWeb extends AsyncDisposable {
  readonly port: number;
}

/** Starts `onde web` alone and waits until `path` answers with success. */
export async function startWebProcess(
  port: number,
  settings: Readonly<Record<string, string>>,
  path: string,
): Promise<RunningWeb> {
  const child = spawn(
    process.execPath,
    [join(root, 'src', 'cli', 'onde.ts'), 'web', '--port', String(port)],
    {
      cwd: root,
      env: { ...process.env, HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...settings },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  const answers = async () => (await fetch(`http://127.0.0.1:${port}${path}`)).ok;
  await waitUntil(answers, child, 'The web process did not answer');
  return { port, [Symbol.asyncDispose]: () => ended(child) };
}
