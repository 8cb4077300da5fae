import { type Command, InvalidArgumentError } from 'commander';
import { openBesideProxy } from '#src/broadcast/front-door/forwarding-notice.ts';
import { BroadcastWatch } from '#src/broadcast/supervision/broadcast-watch.ts';
import { isOnAir } from '#src/broadcast/supervision/control-door.ts';
import { controlSocket } from '#src/broadcast/supervision/socket-folder.ts';
import { STOP_MAX_MS, stopRequest } from '#src/broadcast/supervision/stop-request.ts';
import { type FromWeb, toWebSchema } from '#src/broadcast/supervision/web-process.wire.ts';
import { readProcessStrain, waitsForEvents } from '#src/broadcast/supervision/web-watch.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { captureConsole, createLogger, type Logger } from '#src/platform/log/logger.ts';
import { settleAfterStart } from '#src/platform/process/settle-after-start.ts';
import { tellParent } from '#src/platform/process/tell-parent.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import { readSettings } from '#src/platform/settings/settings.ts';
import type { ListenAt } from '#src/web/web-server.ts';

interface WebOptions {
  socket?: string;
  port?: number;
  dev?: boolean;
  withoutPages?: boolean;
}

/** `onde web`: the website and its wire endpoints, behind our own front door or behind a load balancer. */
export function registerWeb(program: Command): void {
  program
    .command('web')
    .description('Run the website alone: pages and wire endpoints')
    .option('--socket <path>', 'listen on a unix socket, as `onde start` does')
    .option('--port <number>', 'listen on a port, behind a load balancer', parsePort)
    .option('--without-pages', 'keep the database and answer for files alone, as `onde broadcast` does')
    .option('--dev', 'serve the pages from their sources, with hot reload')
    .action((options: WebOptions) => {
      const running = runWebCommand(options);
      // Other programs that start this one have a channel as well, and hear nothing of ours.
      return options.socket === undefined ? running : running.catch(tellBroadcast);
    });
}

/** Broadcast tells an operator once what it hears at each try, and in a line of the log. */
function tellBroadcast(error: unknown): void {
  if (process.send === undefined || !(error instanceof OperatorError)) throw error;
  const { message, remedy } = error;
  tellParent({ type: 'cannot-start', problem: message, remedy } satisfies FromWeb);
  process.exitCode = 1;
}

async function runWebCommand(options: WebOptions): Promise<void> {
  const settings = readSettings(process.env);
  const at = listenAt(options, settings.host);
  const logger = createLogger({ level: settings.logLevel, part: 'web' });
  if (!options.dev) captureConsole(logger);
  if ('port' in at) for (const warning of openBesideProxy({ ...settings, ...at })) logger.warn(warning);
  // React reads it when it is first loaded.
  process.env.NODE_ENV ??= options.dev ? 'development' : 'production';
  const stopped = Promise.withResolvers<void>();
  // A signal may reach all processes at once: broadcast needs its own while a standby takes over, and ends it [R201].
  const isOfBroadcast = 'socketPath' in at && process.send !== undefined;
  if (isOfBroadcast)
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
  else void stopRequest(logger).then(stopped.resolve);
  process.once('disconnect', () => stopped.resolve());

  // Broadcast may be gone before this process has listened for its end.
  const isAlone = () => process.send !== undefined && !process.connected;
  const { runWeb } = await import('#src/web/run-web.ts');
  await using web = await runWeb({
    settings,
    logger,
    at,
    withHotReload: options.dev ?? false,
    withPages: options.withoutPages !== true,
    isOnAirHere: () => isOnAir(controlSocket(dataFolder(settings.dataDir))),
    onMigrating: () => tellParent({ type: 'migrating' } satisfies FromWeb),
    onFinding({ streamId, robot, atMs, problems, firstByteMs }) {
      const isWell = problems.length === 0;
      tellParent({ type: 'robot-heard', streamId, robot, atMs, isWell, firstByteMs } satisfies FromWeb);
    },
  });
  // Not in development, where broadcast asks nothing, and a debugger may hold it.
  const isAsked = process.send !== undefined && !options.dev;
  using watch = isAsked ? watchBroadcast(process.ppid, logger) : null;
  process.on('message', (received) => {
    watch?.heard();
    const message = toWebSchema.safeParse(received);
    if (!message.success) return;
    if (message.data.type === 'now-playing') web.setNowPlaying(message.data.tracks);
    else if (message.data.type === 'stop') stopped.resolve();
    else if (message.data.type === 'health') {
      const { question } = message.data;
      void web
        .health()
        .then((health) => tellParent({ type: 'health', question, ...health } satisfies FromWeb));
    } else web.drain();
  });
  if (isAlone()) {
    logger.info('broadcast ended while the web process started, which now ends too');
    return;
  }
  tellParent({ type: 'ready' } satisfies FromWeb);
  logger.info('port' in at ? { port: web.port } : { socket: at.socketPath }, 'the web process is ready');
  settleAfterStart();
  await stopped.promise;
  // What is still under way then, such as a mail that its server does not take, the next process does again.
  setTimeout(() => process.exit(), STOP_MAX_MS).unref();
  if (process.connected) process.disconnect();
}

/**
 * Ends a broadcast that hangs, so that whoever started it starts it again. By a signal that says so to the next one,
 * and which one that is stopped takes once it goes on.
 */
function watchBroadcast(pid: number, logger: Logger): BroadcastWatch {
  return new BroadcastWatch({
    strain: () => readProcessStrain(pid),
    rests: () => waitsForEvents(pid),
    onHung() {
      if (process.ppid !== pid || !process.connected) return;
      logger.error('broadcast hangs and sends nothing: it is ended now, and started again by `npm start`');
      for (const signal of ['SIGALRM', 'SIGCONT'] as const) process.kill(pid, signal);
    },
    clock: systemClock,
  });
}

function listenAt({ socket, port }: WebOptions, host: string): ListenAt {
  if (socket && port === undefined) return { socketPath: socket };
  if (port !== undefined && socket === undefined) return { port, host };
  throw new OperatorError(
    'onde web needs to know where to listen.',
    'Give it either --socket <path> or --port <number>. To run everything, use `onde start`.',
  );
}

function parsePort(text: string): number {
  // Number('') is 0, any port.
  const port = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  throw new InvalidArgumentError('It must be a whole number from 0 to 65535.');
}
