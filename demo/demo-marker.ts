import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Says which files of a station folder the demo has made. */
const MARKER = '.onde-demo';

const HEAD = `# This station is Onde's demo. Below: what the demo has made so far.
# What stands here is not made again when you delete it. Delete this file to end the demo's work for good.
`;

const COMPLETE = '= complete';

/** The demo's own station folder, as its marker knows it. */
export interface DemoMarker {
  /** Whether everything has been made once. */
  isComplete: boolean;
  /** Paths from STATION_DIR that were made, whether they still exist or not. */
  made: ReadonlySet<string>;
}

/** Null when the folder is not the demo's. */
export function readMarker(stationDir: string): DemoMarker | null {
  const file = join(stationDir, MARKER);
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').split('\n');
  return {
    isComplete: lines.includes(COMPLETE),
    made: new Set(lines.filter((line) => line !== '' && line !== COMPLETE && !line.startsWith('#'))),
  };
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
