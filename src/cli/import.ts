import { resolve } from 'node:path';
import { Presets, SingleBar } from 'cli-progress';
import type { Command } from 'commander';
import type { ImportProgress, ImportReport } from '#src/import/import-report.ts';
import { importStation } from '#src/import/import-station.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import { readSettings } from '#src/platform/settings/settings.ts';

/** As shells report a program that Ctrl-C ended. */
const STOPPED_EXIT_CODE = 130;

/** `onde import [folder]`: exit code 0 when all that can be played is in, skipped files listed; 1 on a failure. */
export function registerImport(program: Command): void {
  program
    .command('import')
    .description('Bring new, changed and moved audio of the station folder on air')
    .argument('[folder]', 'a station folder other than STATION_DIR')
    .action(async (given: string | undefined) => {
      const settings = readSettings(process.env);
      const stationDir = given === undefined ? settings.stationDir : resolve(given);
      const stop = new AbortController();
      const onSignal = () => stop.abort(new DOMException('stopped', 'AbortError'));
      process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
      const display = process.stdout.isTTY ? progressBar() : progressLines();
      try {
        const report = await importStation({
          stationDir,
          folder: dataFolder(settings.dataDir),
          logger: createLogger({ level: 'silent', part: 'import' }),
          clock: systemClock,
          signal: stop.signal,
          onProgress: display.show,
        });
        display.end();
        process.stdout.write(describeReport(report));
      } catch (error) {
        display.end();
        if (!stop.signal.aborted) throw error;
        process.stderr.write('Stopped. What is finished is kept; run `onde import` again to go on.\n');
        process.exitCode = STOPPED_EXIT_CODE;
      } finally {
        process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
      }
    });
}

interface Display {
  show(progress: ImportProgress): void;
  end(): void;
}

function progressBar(): Display {
  const format = ' {bar} {value}/{total} | {duration_formatted}, {eta_formatted} to go | {path}';
  const bar = new SingleBar({ format, hideCursor: true, clearOnComplete: true }, Presets.shades_classic);
  return {
    show({ filesDone, filesTotal, path }) {
      if (!bar.isActive) bar.start(filesTotal, filesDone, { path: '' });
      bar.setTotal(filesTotal);
      bar.update(filesDone, { path: path ?? '' });
    },
    end: () => bar.stop(),
  };
}

function progressLines(): Display {
  return {
    show({ filesDone, filesTotal, path }) {
      if (path !== null) process.stdout.write(`${filesDone}/${filesTotal} ${path}\n`);
    },
    end: () => {},
  };
}

function describeReport(report: ImportReport): string {
  const counts = [
    `${report.rendered} new`,
    `${report.filed} moved or tagged anew`,
    `${report.unchanged} unchanged`,
    `${report.removed} gone`,
    `${report.skipped.length} skipped`,
  ];
  const skipped = report.skipped.map(({ path, reason }) => `  ${path} ${reason}\n`).join('');
  const list = skipped === '' ? '' : `Skipped, the rest plays:\n${skipped}`;
  return `${report.files} files in ${report.seconds.toFixed(1)} s: ${counts.join(', ')}\n${list}`;
}
