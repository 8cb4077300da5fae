import type { Command } from 'commander';
import { systemClock } from '#src/platform/clock/clock.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { readSettings } from '#src/platform/settings/settings.ts';
import { formatProblem } from '#src/station/problem.ts';
import { musicForecast } from './music-forecast.ts';
import { findStationProblems } from './station-problems.ts';

/**
 * `onde check`: every problem of the station folder, one a line, how long the music of each stream lasts and when its
 * advert breaks come; exit code 1 when there is a problem.
 */
export function registerCheck(program: Command): void {
  program
    .command('check')
    .description('List everything that is wrong in the station folder, and how long the music lasts')
    .action(async () => {
      const { stationDir, dataDir } = readSettings(process.env);
      const logger = createLogger({ level: 'silent', part: 'check' });
      const problems = await findStationProblems({ stationDir, dataDir, logger });
      for (const problem of problems) process.stdout.write(`${formatProblem(problem)}\n`);
      process.stdout.write(
        problems.length === 0
          ? `${stationDir}: no problems\n`
          : `${problems.length} to mend in ${stationDir}\n`,
      );
      for (const line of await musicForecast(stationDir, dataDir, systemClock))
        process.stdout.write(`${line}\n`);
      process.exitCode = problems.length === 0 ? 0 : 1;
    });
}
