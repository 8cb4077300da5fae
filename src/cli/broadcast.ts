import '#src/platform/process/lean-heap.ts';
import type { Command } from 'commander';
import { type Instance, runInstance } from '#src/broadcast/run-instance.ts';
import { surviveStrayErrors } from '#src/broadcast/supervision/unexpected-ends.ts';
import { captureConsole, createLogger, type Logger } from '#src/platform/log/logger.ts';
import { readSettings, type Settings } from '#src/platform/settings/settings.ts';
import { careForStation, takeTurns } from './on-the-air.ts';

/**
 * `onde broadcast`: the music and the front door alone. Pages answer 503. With DATABASE_URL a web process without pages
 * takes what is played into the database, and answers the web processes of other machines.
 */
export function registerBroadcast(program: Command): void {
  program
    .command('broadcast')
    .description('Put the music on air without the website')
    .action(async () => {
      const settings = readSettings(process.env);
      const logger = createLogger({ level: settings.logLevel, part: 'broadcast' });
      captureConsole(logger);
      await takeTurns(logger, (turn) => broadcast({ settings, logger, ...turn }));
    });
}

interface BroadcastOptions {
  settings: Settings;
  logger: Logger;
  /** The operator's word to end. */
  stop: Promise<void>;
  onInstance: (instance: Instance) => void;
}

async function broadcast({
  settings,
  logger,
  stop,
  onInstance,
}: BroadcastOptions): Promise<'lost' | 'stopped'> {
  await using instance = await runInstance({ settings, logger, withHotReload: false, withPages: false });
  surviveStrayErrors(logger);
  onInstance(instance);
  await using care = careForStation({ settings, logger });
  if (settings.broadcastGroup !== null) process.stdout.write(`Onde stands by at ${settings.origin}\n`);
  const begun = await instance.onAir(stop);
  if (begun !== 'on-air') return begun;
  if (settings.databaseUrl !== null) void instance.web.start();
  process.stdout.write(`Onde is on air at ${settings.origin}\n`);
  const how = await Promise.race([
    instance.lost.then(() => 'lost' as const),
    stop.then(() => 'stopped' as const),
  ]);
  if (how === 'stopped') await instance.passOn();
  await Promise.all([care[Symbol.asyncDispose](), instance.web[Symbol.asyncDispose]()]);
  return how;
}
