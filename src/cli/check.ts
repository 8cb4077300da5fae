import type { Command } from 'commander';
import { createLogger } from '#src/platform/log/logger.ts';
import { readSettings } from '#src/platform/settings/settings.ts';
import { formatProblem } from '#src/station/problem.ts';
import { findStationProblems } from './station-problems.ts';

/** `onde check`: every problem of the station folder, one a line; exit code 1 when there is one. */
export function registerCheck(program: Command): void {
  program
    .command('check')
    .description('List everything that is wrong in the station folder')
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
      process.exitCode = problems.length === 0 ? 0 : 1;
    });
}
