import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { watch } from 'chokidar';
import type { Logger } from '#src/platform/log/logger.ts';
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

/** Reads and checks `station.yaml`. A missing file means every default. */
export async function readStationConfig(
  stationDir: string,
): Promise<{ config: StationConfig | null; problems: StationProblem[] }> {
  const content = await readFile(join(stationDir, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const checked = checkYaml(FILE, content, stationYamlSchema);
  return { config: checked.value && stationConfig(checked.value), problems: checked.problems };
}

/** Opens and follows `station.yaml`; starts on the defaults when the file is broken from the first. */
export async function openStationConfig(options: {
  stationDir: string;
  logger: Logger;
}): Promise<StationConfigWatch> {
  const { stationDir, logger } = options;
  await mkdir(stationDir, { recursive: true });
  const first = await readStationConfig(stationDir);
  let current = first.config ?? stationConfig({});
  let problems: readonly StationProblem[] = first.problems;
  const callbacks = new Set<(config: StationConfig) => void>();
  report(logger, problems);

  async function reread(): Promise<void> {
    const next = await readStationConfig(stationDir);
    problems = next.problems;
    report(logger, problems);
    if (next.config === null || JSON.stringify(next.config) === JSON.stringify(current)) return;
    current = next.config;
    logger.info('station.yaml taken up');
    for (const callback of callbacks) callback(current);
  }
  const watcher = watch(join(stationDir, FILE), {
    ignoreInitial: true,
    awaitWriteFinish: { stabilityThreshold: 100, pollInterval: 50 },
  });
  watcher.on(
    'all',
    () => void reread().catch((error) => logger.error({ err: error }, 'station.yaml could not be read')),
  );
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));

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
    [Symbol.asyncDispose]: () => watcher.close(),
  };
}

function report(logger: Logger, problems: readonly StationProblem[]): void {
  for (const problem of problems)
    logger.error(
      { file: problem.file, line: problem.line },
      `${formatProblem(problem)} (the last good version stays in force)`,
    );
}
