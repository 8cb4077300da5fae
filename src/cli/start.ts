import '#src/platform/process/lean-heap.ts';
import type { Command } from 'commander';
import type { DestinationStream } from 'pino';
import { findDemoState, writeDemoTexts } from '#demo/demo-station.ts';
import { type Instance, runInstance } from '#src/broadcast/run-instance.ts';
import { BackgroundJob } from '#src/broadcast/supervision/background-job.ts';
import { watchMusic } from '#src/broadcast/supervision/music-watch.ts';
import { socketFolder } from '#src/broadcast/supervision/socket-folder.ts';
import { surviveStrayErrors, tellHowItEnded } from '#src/broadcast/supervision/unexpected-ends.ts';
import { HOUR_MS } from '#src/contract/durations.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { writeForOthers } from '#src/platform/files/file-rights.ts';
import { captureConsole, createLogger, type Logger } from '#src/platform/log/logger.ts';
import { TerminalStream } from '#src/platform/log/standard-output.ts';
import { settleAfterStart } from '#src/platform/process/settle-after-start.ts';
import { isDoneWithin } from '#src/platform/scheduling/done-within.ts';
import { type DataFolder, dataFolder } from '#src/platform/settings/data-folder.ts';
import { readSettings, type Settings } from '#src/platform/settings/settings.ts';
import { findAbsence, hasPlayedBefore } from '#src/station/folder/folder-absence.ts';
import {
  STATION_START_PATIENCE_MS,
  type StationFolderWatch,
} from '#src/station/folder/follow-station-folder.ts';
import { buildWhilePlaying } from './build-while-playing.ts';
import { ensureBuilt } from './ensure-built.ts';
import { careForStation, takeTurns } from './on-the-air.ts';
import type { Job, StartTerminal } from './terminal/start-terminal.ts';

/** `onde start`: everything, in one process tree. */
export function registerStart(program: Command): void {
  program
    .command('start')
    .description('Put the radio on the air: music, website, import')
    .option('--dev', 'serve the pages from their sources, with hot reload')
    .action(async ({ dev = false }: { dev?: boolean }) => {
      const settings = readSettings(process.env);
      using terminal = process.stdout.isTTY ? await openTerminal() : null;
      const logger = createLogger({ level: settings.logLevel, part: 'broadcast', ...logTo(terminal) });
      captureConsole(logger);
      tellHowItEnded(process.env, logger);
      await takeTurns(logger, (turn) => runRadio({ settings, logger, terminal, dev, ...turn }));
    });
}

/** Loaded only where there is one: what draws in a terminal is as large as what plays. */
async function openTerminal(): Promise<StartTerminal> {
  const { StartTerminal } = await import('./terminal/start-terminal.ts');
  return new StartTerminal(new TerminalStream());
}

interface RadioOptions {
  settings: Settings;
  logger: Logger;
  terminal: StartTerminal | null;
  dev: boolean;
  /** The operator's word to end. */
  stop: Promise<void>;
  onInstance: (instance: Instance) => void;
}

/** The music first, then the pages: a listener need not wait for them. A standby gets ready meanwhile. */
async function runRadio(options: RadioOptions): Promise<'lost' | 'stopped'> {
  const { settings, logger, terminal, dev, stop, onInstance } = options;
  await using instance = await runInstance({
    settings,
    logger,
    withHotReload: dev,
    ...(terminal && { onWebPrinted: (line) => terminal.pass(line) }),
    prepareStation: () => fillEmptyStation(settings.stationDir, dataFolder(settings.dataDir), logger),
  });
  surviveStrayErrors(logger);
  onInstance(instance);
  await using jobs = startJobs(settings, instance.stationFolder, logger, terminal);
  if (settings.broadcastGroup !== null && terminal === null)
    process.stdout.write(`Onde stands by at ${settings.origin}\n`);
  const onAir = instance.onAir(stop);
  // Whoever waits for it below hears of it.
  onAir.catch(() => {});
  if (!dev && !(await buildWhilePlaying(ensureBuilt, logger, stop))) return 'stopped';
  const begun = await onAir;
  if (begun !== 'on-air') return begun;
  const ready = instance.web.start().then(() => {
    const { origin, stationDir } = settings;
    const { stationFolder } = instance;
    if (terminal === null) process.stdout.write(`Onde is on air at ${origin}\n`);
    else terminal.welcome({ origin, stationDir, isDemo: !stationFolder.isSilent && isDemo(stationDir) });
  });
  const end = Promise.race([instance.lost.then(() => 'lost' as const), stop.then(() => 'stopped' as const)]);
  await Promise.race([ready, end]);
  settleAfterStart();
  const how = await end;
  if (how === 'stopped') await instance.passOn();
  await Promise.all([jobs[Symbol.asyncDispose](), instance.web[Symbol.asyncDispose]()]);
  return how;
}

/**
 * Fills the folder at a first start, or after an interrupted first start; never where a disk may only be
 * away.
 */
async function fillEmptyStation(stationDir: string, folder: DataFolder, logger: Logger): Promise<void> {
  if (await hasPlayedBefore(folder)) {
    const absence = findAbsence(stationDir, folder);
    if (!(await isDoneWithin(STATION_START_PATIENCE_MS, absence, systemClock))) return;
    if ((await absence) !== null) return;
  }
  const state = findDemoState(stationDir);
  if (state !== 'empty' && state !== 'begun') return;
  await writeForOthers(() => writeDemoTexts(stationDir));
  logger.info({ stationDir }, 'the station folder was empty; Onde writes the demo station into it');
}

/** Time after which there is an import though nothing has changed: it removes what it had to leave [W136]. */
const IMPORT_EVERY_MS = 6 * HOUR_MS;

/**
 * Starts the import, now and whenever the station folder changes, and makes what the demo still lacks. In the end all are
 * stopped at once: Ctrl-C in a terminal has reached their processes already, and none of them has failed.
 */
function startJobs(
  settings: Settings,
  stationFolder: StationFolderWatch,
  logger: Logger,
  terminal: StartTerminal | null,
): AsyncDisposable {
  const { stationDir, dataDir, logLevel } = settings;
  const started: (AsyncDisposable | Disposable)[] = [];
  const keep = <Part extends AsyncDisposable | Disposable>(part: Part): Part => {
    started.push(part);
    return part;
  };
  const folder = socketFolder(dataFolder(dataDir));
  // In a terminal the bar stands for their lines; an operator who asks for more than the usual level gets
  // both.
  const level = terminal && logLevel === 'info' ? 'warn' : logLevel;
  const job = (part: Job, words: string[]) =>
    keep(
      new BackgroundJob(words, {
        folder,
        logger: createLogger({ level, part, ...logTo(terminal) }),
        clock: systemClock,
        ...(terminal && { onMessage: (message) => terminal.tell(part, message) }),
      }),
    );
  const rendering = job('import', ['import']);
  const onChange = () => rendering.run();
  keep(watchMusic({ stationDir, stationFolder, clock: systemClock, logger, onChange }));
  keep(careForStation({ settings, logger }));
  keep(systemClock.every(IMPORT_EVERY_MS, () => stationFolder.absence === null && onChange()));
  if (stationFolder.absence === null) {
    rendering.run();
    if (findDemoState(stationDir) === 'texts') job('demo', ['demo', '--audio']).run();
  }
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all(
        started.map((part) =>
          Symbol.asyncDispose in part ? part[Symbol.asyncDispose]() : part[Symbol.dispose](),
        ),
      );
    },
  };
}

function logTo(terminal: StartTerminal | null): { to: DestinationStream } | Record<string, never> {
  return terminal ? { to: terminal.log } : {};
}

function isDemo(stationDir: string): boolean {
  const state = findDemoState(stationDir);
  return state === 'texts' || state === 'complete';
}
