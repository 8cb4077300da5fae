import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { makeFolder } from '#src/platform/files/make-folder.ts';
import { isLitter } from '#src/station/folder/litter.ts';
import { createMarker, LOCK, MARKER, readMarker, readOwn } from './demo-marker.ts';

/** The texts of the demo station, as they are copied. */
const TEXTS = join(import.meta.dirname, 'station');
const STATION_FILE = 'station.yaml';
/** What an empty folder may hold: the root of a mounted disk, a folder kept in version control. */
const NOTHING = new Set(['lost+found', '.gitkeep', LOCK]);

/**
 * The state of a station folder for the demo: `empty` (or missing) can be filled, `begun` lacks texts since a first
 * start was interrupted, `texts` lacks audio, `complete` lacks nothing, `foreign` belongs to a station of its own and
 * is never touched.
 */
export type DemoState = 'empty' | 'begun' | 'texts' | 'complete' | 'foreign';

export function findDemoState(stationDir: string): DemoState {
  const entries = existsSync(stationDir) ? readdirSync(stationDir) : [];
  if (entries.every((entry) => NOTHING.has(entry))) return 'empty';
  const marker = readMarker(stationDir);
  if (!marker) return 'foreign';
  const file = join(stationDir, STATION_FILE);
  if (!existsSync(file)) {
    // Whoever has put something else in there does not want the demo any more.
    const own = new Set([...NOTHING, MARKER, ...demoTexts().map((path) => path.split('/')[0])]);
    return marker.made.size === 0 && entries.every((entry) => own.has(entry) || isLitter(entry))
      ? 'begun'
      : 'foreign';
  }
  // A volunteer who has changed station.yaml has taken the station over.
  if (readOwn(file) !== readFileSync(join(TEXTS, STATION_FILE), 'utf8')) return 'foreign';
  return marker.isComplete ? 'complete' : 'texts';
}

/**
 * Fills an empty station folder with the demo's texts: station.yaml, schedules, biographies, podcasts. Its
 * legal notice is the program's own, which stays true of the program and its settings. The audio is
 * `renderDemoAudio`'s.
 * @throws {OperatorError} when the folder holds anything else
 */
export async function writeDemoTexts(stationDir: string): Promise<void> {
  const state = findDemoState(stationDir);
  if (state === 'texts')
    throw new OperatorError(
      `${stationDir} holds a demo station already, whose music is not all made.`,
      'Run `onde demo --audio` to go on, or start Onde, which makes the rest while it plays.',
    );
  if (state === 'complete')
    throw new OperatorError(
      `${stationDir} holds the demo station already.`,
      'Start Onde: npm start. For a demo from the beginning choose an empty folder with STATION_DIR=…',
    );
  if (state === 'foreign') {
    throw new OperatorError(
      `${stationDir} is not empty: the demo station is written into an empty folder only`,
      'Choose an empty folder with STATION_DIR=… (or move away what lies there), then run `onde demo` again.',
    );
  }
  makeFolder(resolve(stationDir));
  createMarker(stationDir);
  for (const path of demoTexts()) {
    const target = join(stationDir, path);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(TEXTS, path), target);
  }
}

/** Why `onde demo --audio` has nothing to do, in a sentence; null where it has. That is no failure. */
export function nothingToFinish(stationDir: string): string | null {
  const state = findDemoState(stationDir);
  if (state === 'texts') return null;
  if (state === 'complete') return `The demo station in ${stationDir} lacks no audio.`;
  return `There is no demo station in ${stationDir} that could be finished: onde demo fills an empty folder.`;
}

/** Paths of the demo's texts, station.yaml last: with it a station counts as written. */
function demoTexts(): string[] {
  const all = readdirSync(TEXTS, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(TEXTS, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  return [...all.filter((path) => path !== STATION_FILE).sort(), STATION_FILE];
}
