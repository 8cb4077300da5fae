import { join } from 'node:path';
import { readTextFile } from '#src/station/folder/station-folder.ts';
import type { StationProblem } from '#src/station/problem.ts';
import { checkYaml } from '#src/station/yaml-problems.ts';
import { type StationConfig, stationConfig } from './station-config.ts';
import { stationYamlSchema } from './station-yaml.ts';

export const STATION_FILE = 'station.yaml';

/**
 * The outcome of reading station.yaml. `config` is null for a file that is broken, empty or gone, `text` for
 * one that cannot be read. With a config, the problems are those of the slots that it leaves out.
 */
export interface StationReading {
  readonly text: string | null;
  readonly config: StationConfig | null;
  readonly problems: readonly StationProblem[];
  /** A station that never had one has no problem: every default holds. */
  readonly isGone: boolean;
  /** The machine or the disk is to blame: it may be read the next time, as it is. */
  readonly isPassing: boolean;
  /** Returns the line of a value; null when the file does not mention it. */
  lineOf(path: readonly PropertyKey[]): number | null;
}

/**
 * The list whose broken entries are left out alone: an advert with a mistake must not keep the whole station
 * from being edited.
 */
const SPARED = 'slots';

const EMPTY = 'is empty: expected at least the name of the radio, such as name: Onde';

const noLine = () => null;

/**
 * Reads and checks `station.yaml`. It may be a link, since it is not shown to anybody as it is. A text that
 * is `known` is not checked again.
 */
export async function readStationConfig(
  stationDir: string,
  known: StationReading | null = null,
): Promise<StationReading> {
  const read = await readTextFile(join(stationDir, STATION_FILE), null);
  if ('text' in read) return read.text === known?.text ? known : checkStationText(read.text);
  const isGone = read.kind === 'gone';
  const message = isGone ? 'is gone: put it back, or write another one' : read.fault;
  return {
    text: null,
    config: null,
    problems: [{ file: STATION_FILE, line: null, message }],
    isGone,
    isPassing: read.kind === 'passing',
    lineOf: noLine,
  };
}

/**
 * Checks a text. One without a single key is never meant: it is the beginning of an upload, or the end of a
 * full disk.
 */
export function checkStationText(text: string): StationReading {
  const checked = checkYaml(STATION_FILE, text, stationYamlSchema, { spared: SPARED, ifEmpty: EMPTY });
  const { value, problems } = checked;
  const lineOf = 'lineOf' in checked ? checked.lineOf : noLine;
  return { text, config: value && stationConfig(value), problems, isGone: false, isPassing: false, lineOf };
}
