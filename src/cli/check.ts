import type { Command } from 'commander';
import { systemClock } from '#src/platform/clock/clock.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { readSettings } from '#src/platform/settings/settings.ts';
import { formatProblem } from '#src/station/problem.ts';
import { musicForecast } from './station-check/music-forecast.ts';
import { podcastForecast } from './station-check/podcast-forecast.ts';
import { findStationProblems } from './station-check/station-problems.ts';
import { waitingFiles } from './station-check/waiting-files.ts';

/**
 * `onde check`: every problem of the station folder, one a line, how long the music of each stream lasts,
 * when its advert breaks come, and what becomes of its shows; exit code 1 when there is a problem that is
 * more than a reminder.
 */
export function registerCheck(program: Command): void {
  program
    .command('check')
    .description('List everything that is wrong in the station folder, and how long the music lasts')
    .action(async () => {
      const { stationDir, dataDir, origin } = readSettings(process.env);
      const logger = createLogger({ level: 'silent', part: 'check' });
      const problems = await findStationProblems({ stationDir, dataDir, origin, logger });
      for (const problem of problems) process.stdout.write(`${formatProblem(problem)}\n`);
      const wrong = problems.filter(({ isReminder }) => !isReminder).length;
      process.stdout.write(
        wrong === 0 ? `${stationDir}: no problems\n` : `${wrong} to mend in ${stationDir}\n`,
      );
      const forecasts = [
        ...(await waitingFiles(stationDir, dataDir)),
        ...(await musicForecast(stationDir, dataDir, systemClock)),
        ...(await podcastForecast({ stationDir, dataDir, logger, clock: systemClock })),
      ];
      for (const line of forecasts) process.stdout.write(`${line}\n`);
      process.exitCode = wrong === 0 ? 0 : 1;
    });
}
