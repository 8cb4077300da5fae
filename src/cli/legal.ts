import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { ownNotice } from '#src/features/legal/notice/own-notice.server.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { readSettings } from '#src/platform/settings/settings.ts';
import { readStationConfig } from '#src/station/config/read-station-config.ts';
import { type StationConfig, stationConfig } from '#src/station/config/station-config.ts';
import { formatProblem } from '#src/station/problem.ts';

/**
 * `onde legal`: prints the legal notice that pages show while the station has none of its own, to begin one
 * with.
 */
export function registerLegal(program: Command): void {
  program
    .command('legal')
    .description('Print the legal notice that stands in for legal.fr.md, filled from station.yaml')
    .option('--english', 'the excerpt that stands in for legal.en.md')
    .action(async ({ english = false }: { english?: boolean }) => {
      const settings = readSettings(process.env);
      const notice = ownNotice(await readFacts(settings.stationDir), settings);
      process.stdout.write(`${english ? notice.en : notice.fr}\n`);
    });
}

/**
 * What `station.yaml` says of the association; the defaults without one.
 * @throws {OperatorError} when it cannot be read: a notice of somebody else must not be put in force
 */
export async function readFacts(stationDir: string): Promise<StationConfig> {
  const { config, problems, isGone } = await readStationConfig(stationDir);
  if (config !== null) return config;
  if (!isGone)
    throw new OperatorError(
      problems.map(formatProblem).join('\n'),
      'The legal notice is filled from this file: mend it, then try again.',
    );
  if (!existsSync(stationDir))
    throw new OperatorError(
      `There is no station folder at ${stationDir}.`,
      'Set STATION_DIR to where it is, then try again.',
    );
  return stationConfig({});
}
