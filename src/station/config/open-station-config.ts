import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { watch } from 'chokidar';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { LastGoodFiles } from '../last-good-files.ts';
import { formatProblem, type StationProblem } from '../problem.ts';
import { checkYaml } from '../yaml-problems.ts';
import { type StationConfig, stationConfig } from './station-config.ts';
import { stationYamlSchema } from './station-yaml.ts';

const FILE = 'station.yaml';

/** `station.yaml` as it stands, followed while the station runs. A broken edit is logged and the last good one stays. */
export interface StationConfigWatch extends AsyncDisposable {
  readonly current: StationConfig;
  /** What is wrong with the file as it is now; empty when `current` is what it says. */
  readonly problems: readonly StationProblem[];
  onChange(callback: (config: StationConfig) => void): Disposable;
}

type Reading =
  | { text: string; config: StationConfig; problems: [] }
  | { text: string | null; config: null; problems: StationProblem[] };

/** Reads and checks `station.yaml`. A missing file means every default; `text` is null for one that cannot be read. */
export async function readStationConfig(stationDir: string): Promise<Reading> {
  try {
    return checkText(await readFile(join(stationDir, FILE), 'utf8'));
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return checkText('');
    const message = `cannot be read: ${error instanceof Error ? error.message : error}`;
    return { text: null, config: null, problems: [{ file: FILE, line: null, message }] };
  }
}

/**
 * Opens and follows `station.yaml`. What is taken up is kept in `lastGoodFolder`, and is what a process starts on that
 * finds the file broken; it starts on the defaults when there has been no good version.
 */
export async function openStationConfig(options: {
  stationDir: string;
  lastGoodFolder: string;
  logger: Logger;
}): Promise<StationConfigWatch> {
  const { stationDir, logger } = options;
  const lastGood = new LastGoodFiles(options.lastGoodFolder, logger);
  await mkdir(stationDir, { recursive: true });
  const first = await readStationConfig(stationDir);
  const kept = first.config === null ? await lastGood.read(FILE) : null;
  const good = first.config ?? (kept === null ? null : checkText(kept).config);
  let hasBeenGood = good !== null;
  let current = good ?? stationConfig({});
  let problems: readonly StationProblem[] = first.problems;
  let text = first.text;
  const callbacks = new Set<(config: StationConfig) => void>();
  report();
  if (first.config !== null) await lastGood.keep(FILE, first.text);

  function report(): void {
    const inForce = hasBeenGood
      ? 'the last good version stays in force'
      : 'there has been no good version: the built-in defaults are in force';
    for (const problem of problems)
      logger.error({ file: problem.file, line: problem.line }, `${formatProblem(problem)} (${inForce})`);
  }
  async function reread(): Promise<void> {
    const next = await readStationConfig(stationDir);
    if (next.text !== null && next.text === text) return;
    text = next.text;
    problems = next.problems;
    report();
    if (next.config === null) return;
    hasBeenGood = true;
    await lastGood.keep(FILE, next.text);
    if (JSON.stringify(next.config) === JSON.stringify(current)) return;
    current = next.config;
    logger.info('station.yaml taken up');
    for (const callback of callbacks) callback(current);
  }
  let rereading = Promise.resolve();
  function follow(): void {
    rereading = rereading
      .then(reread)
      .catch((error) => logger.error({ err: error }, 'station.yaml could not be read'));
  }
  const watcher = watch(join(stationDir, FILE), {
    ignoreInitial: true,
    awaitWriteFinish: { stabilityThreshold: 100, pollInterval: 50 },
  });
  watcher.on('all', follow);
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
  // An edit between the first reading and now was seen by nobody.
  follow();

  return {
    get current() {
      return current;
    },
    get problems() {
      return problems;
    },
    onChange(callback) {
      callbacks.add(callback);
      return { [Symbol.dispose]: () => callbacks.delete(callback) };
    },
    async [Symbol.asyncDispose]() {
      await watcher.close();
      await rereading;
    },
  };
}

function checkText(text: string): Reading {
  const checked = checkYaml(FILE, text, stationYamlSchema);
  return checked.value === null
    ? { text, config: null, problems: checked.problems }
    : { text, config: stationConfig(checked.value), problems: [] };
}
