import { resolve } from 'node:path';
import { type Clock, systemClock } from '#src/platform/clock/clock.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { acquireLock } from '#src/platform/lock/acquire-lock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { type DataFolder, dataFolder } from '#src/platform/settings/data-folder.ts';
import { settingsWithoutEffect } from '#src/platform/settings/reserved-settings.ts';
import type { Settings } from '#src/platform/settings/settings.ts';
import { createProxyTrust } from '#src/platform/wire/proxy-trust.ts';
import { openStationConfig } from '#src/station/config/open-station-config.ts';
import { tellOfStation } from '#src/station/config/tell-of-station.ts';
import { followStationFolder, type StationFolderWatch } from '#src/station/folder/follow-station-folder.ts';
import { ConnectionBudget } from './connections/connection-budget.ts';
import { Descriptors, linuxDescriptors, subscribersMax } from './connections/descriptors.ts';
import { linuxSendQueues } from './connections/send-queues.ts';
import { UnreadWatch } from './connections/unread-watch.ts';
import { ForwardingNotice, openBesideProxy, requestPeer } from './front-door/forwarding-notice.ts';
import { FrontDoor } from './front-door/front-door.ts';
import { createOwnAddresses } from './front-door/own-addresses.ts';
import { unavailableAnswer } from './front-door/unavailable-answer.ts';
import { WebGate } from './front-door/web-gate.ts';
import { WebProxy } from './front-door/web-proxy.ts';
import { withinBudget, withinWebBudget } from './front-door/within-budget.ts';
import type { Exchange } from './http/exchange.ts';
import { adFreeCheck } from './listeners/ad-free-check.ts';
import { LiveStreams } from './mounts/live-streams.ts';
import { NowPlayingEvents } from './now-playing/now-playing-events.ts';
import { createTitreDocument } from './now-playing/titre-document.ts';
import { goOnAir, type OnAir } from './on-air.ts';
import { createFluxaudioDocument } from './stream-list/fluxaudio-document.ts';
import { createPlaylistDocuments } from './stream-list/playlist-documents.ts';
import { openControlDoor } from './supervision/control-door.ts';
import { endLeftovers, LEFTOVER_GRACE_MS } from './supervision/leftover-processes.ts';
import { tooFewOpenFiles } from './supervision/open-files.ts';
import { closeToOthers } from './supervision/safe-start.ts';
import { controlSocket, prepareSocketFolder } from './supervision/socket-folder.ts';
import type { ToWeb } from './supervision/web-process.wire.ts';
import { WebSupervisor } from './supervision/web-supervisor.ts';

export interface InstanceOptions {
  settings: Settings;
  logger: Logger;
  withHotReload: boolean;
  /** Called with the data folder and the port in hand, before the station folder is read. */
  prepareStation?: () => Promise<void>;
  /** Gets what the web process prints, line by line; without it, it prints where this process does. */
  onWebPrinted?: (line: string) => void;
  clock?: Clock;
}

/** A radio on air: music, front door, and what looks after the web process. */
export interface Instance extends AsyncDisposable {
  folder: DataFolder;
  stationFolder: StationFolderWatch;
  web: WebSupervisor;
}

/**
 * Takes the data folder and the port, then puts the music on air. The web process is started by `web.start()`.
 * @throws {OperatorError} when another instance runs on the data folder, or the port is taken
 */
export async function runInstance(options: InstanceOptions): Promise<Instance> {
  const { settings, logger, withHotReload, clock = systemClock } = options;
  const folder = dataFolder(settings.dataDir);
  await using opening = new AsyncDisposableStack();
  const warnings = closeToOthers({
    dataDir: folder.root,
    envFile: resolve('.env'),
    userId: process.getuid?.() ?? null,
  });
  opening.use(takeInstanceLock(folder));
  const sockets = prepareSocketFolder(folder);
  opening.use(clock.after(LEFTOVER_GRACE_MS, () => endLeftovers(sockets)));
  const idle = settingsWithoutEffect(settings);
  if (idle) logger.warn(idle);
  const descriptors = new Descriptors(linuxDescriptors(), clock);
  const trust = createProxyTrust(settings);
  const budget = opening.use(new ConnectionBudget({ descriptors, trust, clock }));
  const door = opening.use(await FrontDoor.open(settings, budget));
  for (const warning of [...warnings, ...openBesideProxy(settings)]) logger.warn(warning);
  await options.prepareStation?.();
  const { stationDir } = settings;
  const stationFolder = opening.use(await followStationFolder({ stationDir, folder, clock, logger }));
  const station = opening.use(
    await openStationConfig({ stationDir, lastGoodFolder: folder.lastGood, clock, logger }),
  );
  const tooFew = tooFewOpenFiles(station.current.streams.length, settings.maxListeners, descriptors.limit);
  if (tooFew) logger.warn(tooFew);
  const gate = new WebGate(clock);
  const greeting = (): ToWeb[] => (onAir ? [{ type: 'now-playing', tracks: onAir.board.list() }] : []);
  const web = new WebSupervisor({
    gate,
    folder: sockets,
    withHotReload,
    greeting,
    clock,
    logger,
    onPrinted: options.onWebPrinted ?? null,
  });
  let onAir: OnAir | null = null;
  onAir = opening.use(
    await goOnAir({
      folder,
      station,
      mediaBaseUrl: settings.mediaBaseUrl,
      clock,
      logger,
      random: Math.random,
      onJournal: () => web.send({ type: 'journal' }),
      onCatalogue: () => web.send({ type: 'catalogue' }),
    }),
  );
  const { board, mounts, isSounding, beforeListener } = onAir;
  board.onChange(() => web.send({ type: 'now-playing', tracks: board.list() }));

  const { mediaBaseUrl, origin } = settings;
  const config = () => station.current;
  const refuse = unavailableAnswer({ config, mediaBaseUrl });
  const proxy = new WebProxy({ gate, trust, refuse, clock, logger });
  const peerOf = ({ request }: Exchange) => requestPeer(request, trust);
  door.serve(
    withinBudget(
      { budget, peerOf, refuse, notice: new ForwardingNotice({ trust, logger }) },
      createOwnAddresses({
        liveStreams: new LiveStreams({
          mounts,
          config,
          origin,
          maxListeners: settings.maxListeners,
          maxPerAddress: settings.maxPerAddress,
          budget,
          peerOf,
          beforeListener,
          memberOf: adFreeCheck({ secret: folder.secret, clock, logger }),
          logger,
        }),
        events: opening.use(
          new NowPlayingEvents({
            board,
            subscribersMax: subscribersMax(descriptors.limit),
            clock,
            random: Math.random,
          }),
        ),
        titre: createTitreDocument(board),
        fluxaudio: createFluxaudioDocument({ config, mediaBaseUrl }),
        playlist: createPlaylistDocuments({ config, mediaBaseUrl, origin }),
        state: () => ({ broadcast: isSounding(), web: gate.isReady }),
        web: withinWebBudget({ budget, refuse }, (exchange) => proxy.handle(exchange)),
      }),
    ),
  );
  opening.use(await tellOfStation({ stationDir, station, stationFolder, logger }));
  opening.use(new UnreadWatch({ queues: linuxSendQueues, budget, port: settings.port, clock, logger }));
  opening.use(await openControlDoor(controlSocket(folder), () => web.reload()));
  opening.use(web);
  const resources = opening.move();
  return { folder, stationFolder, web, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

function takeInstanceLock(folder: DataFolder): Disposable {
  const lock = acquireLock(folder.lock);
  if (lock) return lock;
  throw new OperatorError(
    `Another instance of Onde is running on ${folder.root}.`,
    'Stop it first (Ctrl-C where it runs, or systemctl stop), or give this one a DATA_DIR and a PORT of its own.',
  );
}
