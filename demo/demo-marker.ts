import { appendFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { acquireLock } from '#src/platform/lock/lock.ts';

/** Says which files of a station folder the demo has made. */
export const MARKER = '.onde-demo';

const HEAD = `# This station is Onde's demo. Below: what the demo has made so far.
# What stands here is not made again when you delete it. Delete this file to end the demo's work for good.
`;

const COMPLETE = '= complete';

/** Is there while a command makes the demo. */
export const LOCK = '.onde-demo.lock';

/**
 * Lets one command at a time make the demo of a folder. Null while another one does.
 * @throws {OperatorError} when the folder cannot be written
 */
export function lockDemo(stationDir: string): Disposable | null {
  const path = join(resolve(stationDir), LOCK);
  const lock = lockAt(path, stationDir);
  if (lock === null) return null;
  return {
    [Symbol.dispose]() {
      rmSync(path, { force: true });
      lock[Symbol.dispose]();
    },
  };
}

function lockAt(path: string, stationDir: string): Disposable | null {
  try {
    return acquireLock(path);
  } catch (cause) {
    throw new OperatorError(
      `${stationDir} cannot be written.`,
      'Give the user that runs this the right to write there, or choose another folder with STATION_DIR=…',
      { cause },
    );
  }
}

/** The demo's own station folder, as its marker knows it. */
export interface DemoMarker {
  /** Whether everything has been made once. */
  isComplete: boolean;
  /** Paths from STATION_DIR that were made, whether they still exist or not. */
  made: ReadonlySet<string>;
}

/** Null when the folder is not the demo's. */
export function readMarker(stationDir: string): DemoMarker | null {
  const text = readOwn(join(stationDir, MARKER));
  if (text === null) return null;
  const lines = text.split('\n');
  return {
    isComplete: lines.includes(COMPLETE),
    made: new Set(lines.filter((line) => line !== '' && line !== COMPLETE && !line.startsWith('#'))),
  };
}

/**
 * The text of a file that the demo has written. Null for what is none of its own: another one's, a folder, or a pipe,
 * which would have the reader wait. What is wrong with a file of the station is told by who takes it up.
 */
export function readOwn(file: string): string | null {
  try {
    return statSync(file).isFile() ? readFileSync(file, 'utf8') : null;
  } catch {
    return null;
  }
}

export function createMarker(stationDir: string): void {
  writeFileSync(join(stationDir, MARKER), HEAD);
}

export function noteComplete(stationDir: string): void {
  appendFileSync(join(stationDir, MARKER), `${COMPLETE}\n`);
}

export function noteMade(stationDir: string, path: string): void {
  appendFileSync(join(stationDir, MARKER), `${path}\n`);
}
