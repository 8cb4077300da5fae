import { networkInterfaces } from 'node:os';
import { clearKilledCopies } from '#src/backup/scratch.ts';
import type { Instance } from '#src/broadcast/run-instance.ts';
import { NoWebProcess } from '#src/broadcast/supervision/control-door.ts';
import { stopRequest } from '#src/broadcast/supervision/stop-request.ts';
import { type Clock, systemClock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import {
  backupsBesideStreams,
  backupsWithoutPlace,
  ipv4Alone,
  valuesCutShort,
  valuesSetAgain,
} from '#src/platform/settings/setting-warnings.ts';
import type { Settings } from '#src/platform/settings/settings.ts';
import { NightlyBackups } from './nightly-backups.ts';

// What `onde start` and `onde broadcast` have in common.

/** What one turn is given. */
interface TurnOptions {
  /** The operator's word to end. */
  stop: Promise<void>;
  /** Takes the instance as soon as there is one: a SIGHUP without a terminal replaces its web process. */
  onInstance: (instance: Pick<Instance, 'web'>) => void;
}

/** In a group: on the air, and standing by again after another machine has taken over. */
export async function takeTurns(
  logger: Logger,
  takeTurn: (options: TurnOptions) => Promise<'lost' | 'stopped'>,
): Promise<void> {
  let reload = () => {};
  const stop = stopRequest(logger, () => reload());
  const onInstance: TurnOptions['onInstance'] = ({ web }) => {
    reload = () =>
      void web.reload().catch((error) => {
        if (error instanceof NoWebProcess) logger.info(`${error.message} ${error.remedy}`);
        else
          logger.error(
            { err: error },
            'broadcast could not replace the web process; the old one goes on: the lines above say why',
          );
      });
  };
  while ((await takeTurn({ stop, onInstance })) === 'lost');
}

interface CareOptions {
  settings: Settings;
  logger: Logger;
  clock?: Clock;
  /** As that of NightlyBackups. */
  openJob?: ConstructorParameters<typeof NightlyBackups>[0]['openJob'];
}

/**
 * What a machine that plays does for its station beside the music, with pages or without: it has backups made at night,
 * and tells the operator what looks wrong in the settings. Call it with the lock of the instance in hand.
 */
export function careForStation({
  settings,
  logger,
  clock = systemClock,
  openJob,
}: CareOptions): AsyncDisposable {
  const folder = dataFolder(settings.dataDir);
  // On a disk that hangs, or takes nothing, they stay for now.
  clearKilledCopies(folder).catch(() => {});
  const addresses = Object.values(networkInterfaces()).flatMap((some = []) => some);
  const warnings = [
    ipv4Alone(settings, addresses),
    backupsWithoutPlace(settings),
    backupsBesideStreams(settings),
    valuesCutShort(settings),
    valuesSetAgain(settings),
  ];
  for (const warning of warnings) if (warning !== null) logger.warn(warning);
  const care = new AsyncDisposableStack();
  if (settings.backupDir !== null)
    care.use(new NightlyBackups({ folder, clock, logger, ...(openJob && { openJob }) }));
  return care;
}
