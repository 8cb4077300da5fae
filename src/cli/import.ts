import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { readJournalDays } from '#src/broadcast/journal/journal.ts';
import type { JobMessage } from '#src/broadcast/supervision/job-message.wire.ts';
import { importStation } from '#src/import/import-station.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { STOPPED_EXIT_CODE } from '#src/platform/errors/operator-error.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { printable } from '#src/platform/log/printable.ts';
import { dieFirst } from '#src/platform/process/process-memory.ts';
import { tellParent } from '#src/platform/process/tell-parent.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import { readSettings } from '#src/platform/settings/settings.ts';
import { describeImport, listLeftOut, shortened, writtenOut } from './describe-import.ts';
import { showProgress } from './progress/show-progress.ts';

/** Days that are read back: what has not played for longer is as good as never played. */
const DAYS_MAX = 14;

/**
 * `onde import [folder]`: exit code 0 when all that can be played is in, skipped files listed; 1 on a
 * failure, and when the disk or the network kept files out for the moment.
 */
export function registerImport(program: Command): void {
  program
    .command('import')
    .description('Bring new, changed and moved audio of the station folder on air')
    .argument('[folder]', 'a station folder other than STATION_DIR')
    .option('--replace', 'let another folder take what is in rotation off the air')
    .action(async (given: string | undefined, { replace = false }: { replace?: boolean }) => {
      const settings = readSettings(process.env);
      const stationDir = given === undefined ? settings.stationDir : resolve(given);
      const stop = new AbortController();
      const onSignal = () => stop.abort(new DOMException('stopped', 'AbortError'));
      process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
      dieFirst();
      try {
        using display = showProgress();
        const folder = dataFolder(settings.dataDir);
        const report = await importStation({
          stationDir,
          folder,
          keepsRotation: !replace && !(await isSameFolder(stationDir, settings.stationDir)),
          lastPlays: () => readLastPlays(folder.journal),
          logger: createLogger({ level: 'silent', part: 'import' }),
          clock: systemClock,
          signal: stop.signal,
          onProgress: ({ filesDone, filesTotal, path }) => display.show(filesDone, filesTotal, path),
          onAway: ({ message, remedy }) => {
            // A station that runs it runs it again, and says so where that does not help.
            if (!process.connected)
              process.stderr.write(`Waiting: ${printable(message)} ${printable(remedy)}\n`);
          },
        });
        display[Symbol.dispose]();
        process.stdout.write(describeImport(report));
        const lists = listLeftOut(report);
        // A station that runs it knows what its log has told already.
        if (!process.connected) process.stdout.write(lists.map(writtenOut).join(''));
        const files = report.skipped.length;
        tellParent({ type: 'refused', files, lists: lists.map(shortened) } satisfies JobMessage);
        if (report.isToBeTriedAgain) process.exitCode = 1;
      } catch (error) {
        if (!stop.signal.aborted) throw error;
        process.stderr.write('Stopped. What is finished is kept; run `onde import` again to go on.\n');
        process.exitCode = STOPPED_EXIT_CODE;
      } finally {
        process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
      }
    });
}

async function isSameFolder(one: string, other: string): Promise<boolean> {
  const [there, here] = await Promise.all([one, other].map((path) => realpath(path).catch(() => path)));
  return there === here;
}

/** Returns when each recording last went on air, by media id. */
async function readLastPlays(folder: string): Promise<Map<string, number>> {
  const plays = new Map<string, number>();
  let days = 0;
  // It only says in which order pieces are rendered anew; broadcast tells of a day that cannot be read.
  for await (const day of readJournalDays(folder, () => {})) {
    for (const { id, startedMs } of day) plays.set(id, Math.max(plays.get(id) ?? 0, startedMs));
    days += 1;
    if (days >= DAYS_MAX) break;
  }
  return plays;
}
