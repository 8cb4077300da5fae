import type { Command } from 'commander';
import { lockDemo } from '#demo/demo-marker.ts';
import { findDemoState, nothingToFinish, writeDemoTexts } from '#demo/demo-station.ts';
import { type DemoProgress, renderDemoAudio } from '#demo/render-demo-audio.ts';
import { OperatorError, STOPPED_EXIT_CODE } from '#src/platform/errors/operator-error.ts';
import { writeForOthers } from '#src/platform/files/file-rights.ts';
import { printable } from '#src/platform/log/printable.ts';
import { type DataFolder, dataFolder } from '#src/platform/settings/data-folder.ts';
import { readSettings } from '#src/platform/settings/settings.ts';
import { ABSENCE_REMEDY, findAbsence, hasPlayedBefore } from '#src/station/folder/folder-absence.ts';
import { showProgress } from './progress/show-progress.ts';

/**
 * `onde demo`: fills an empty STATION_DIR, unless its disk may be away; `--audio` makes what is missing of an
 * unfinished one and nothing else.
 */
export function registerDemo(program: Command): void {
  program
    .command('demo')
    .description('Fill an empty station folder with a demo: texts, schedules, and music made on the spot')
    .option('--audio', 'only make the audio that a demo station still lacks')
    .action(async ({ audio = false }: { audio?: boolean }) => {
      const { stationDir, dataDir } = readSettings(process.env);
      if (!audio) await refuseAbsent(stationDir, dataFolder(dataDir));
      await writeForOthers(async () => {
        const nothing = audio ? nothingToFinish(stationDir) : null;
        if (nothing !== null) process.stdout.write(`${printable(nothing)}\n`);
        // A folder that holds anything else is not touched.
        using lock = isOfDemo(stationDir) ? lockDemo(stationDir) : undefined;
        if (lock === null) return tellUnderWay(stationDir, audio);
        if (!audio) await writeDemoTexts(stationDir);
        await renderWithProgress(stationDir);
      });
    });
}

/** With a demo in the place of a station whose disk is away, the next import would take its music off the air. */
async function refuseAbsent(stationDir: string, folder: DataFolder): Promise<void> {
  const state = findDemoState(stationDir);
  if ((state !== 'empty' && state !== 'begun') || !(await hasPlayedBefore(folder))) return;
  const absence = await findAbsence(stationDir, folder);
  if (absence === null) return;
  throw new OperatorError(
    `${absence} A station has played from ${folder.root} before, and no demo takes its place.`,
    `${ABSENCE_REMEDY} For a demo set DATA_DIR to an empty folder as well.`,
  );
}

function isOfDemo(stationDir: string): boolean {
  return ['empty', 'begun', 'texts'].includes(findDemoState(stationDir));
}

/** That what is missing is on its way is no failure. */
function tellUnderWay(stationDir: string, isForAudio: boolean): void {
  const problem = `The demo in ${stationDir} is being made already, by a station that has started or another command.`;
  const remedy = 'Wait until that has ended; its music is there then.';
  if (!isForAudio) throw new OperatorError(problem, remedy);
  process.stdout.write(`${printable(problem)}\n${remedy}\n`);
}

async function renderWithProgress(stationDir: string): Promise<void> {
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  try {
    using display = showProgress();
    const onProgress = ({ done, total, path }: DemoProgress) => display.show(done, total, path);
    await renderDemoAudio({ stationDir, signal: stop.signal, onProgress });
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
  if (!stop.signal.aborted) return;
  process.stderr.write('Stopped. What is finished is kept; run `onde demo --audio` to go on.\n');
  process.exitCode = STOPPED_EXIT_CODE;
}
