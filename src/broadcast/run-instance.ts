import { type Clock, systemClock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { DataFolder } from '#src/platform/settings/data-folder.ts';
import { settingsWithoutEffect } from '#src/platform/settings/setting-warnings.ts';
import type { Settings } from '#src/platform/settings/settings.ts';
import { createProxyTrust } from '#src/platform/wire/proxy-trust.ts';
import { openStationConfig } from '#src/station/config/open-station-config.ts';
import { tellOfStation } from '#src/station/config/tell-of-station.ts';
import { followStationFolder, type StationFolderWatch } from '#src/station/folder/follow-station-folder.ts';
import { ConnectionBudget } from './connections/connection-budget.ts';
import { Descriptors, linuxDescriptors, tooFewOpenFiles } from './connections/descriptors.ts';
import { linuxSendQueues } from './connections/send-queues.ts';
import { UnreadWatch } from './connections/unread-watch.ts';
import { openBesideProxy } from './front-door/forwarding-notice.ts';
import { FrontDoor } from './front-door/front-door.ts';
import { WebGate } from './front-door/web-gate.ts';
import { HlsFolder } from './hls/hls-folder.ts';
import { IcecastPush } from './icecast/icecast-push.ts';
import { icecastServer } from './icecast/icecast-server.ts';
import { mountWords } from './icecast/mount-words.ts';
import { openAnswers } from './open-answers.ts';
import { goOnAir, type OnAir } from './streams/on-air.ts';
import { openControlDoor } from './supervision/control-door.ts';
import { controlSocket } from './supervision/socket-folder.ts';
import { takeDataFolder } from './supervision/take-data-folder.ts';
import type { RobotHeard, ToWeb } from './supervision/web-process.wire.ts';
import { WebSupervisor } from './supervision/web-supervisor.ts';

export interface InstanceOptions {
  settings: Settings;
  logger: Logger;
  withHotReload: boolean;
  /** False: the pages are those of other machines, and the web process here keeps the database and answers for files. */
  withPages?: boolean;
  /** Called with the data folder and the port in hand, before the station folder is read. */
  prepareStation?: () => Promise<void>;
  /**
   * Gets what the web process prints, line by line; without it, the web process prints where this one does.
   */
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
  const { settings, logger, withHotReload, withPages = true, clock = systemClock } = options;
  await using opening = new AsyncDisposableStack();
  const { folder, sockets, warnings } = opening.use(takeDataFolder(settings.dataDir, clock));
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
  const robotsHeard = new Map<string, RobotHeard>();
  const web = new WebSupervisor({
    gate,
    folder: sockets,
    withHotReload,
    withPages,
    greeting,
    clock,
    logger,
    onPrinted: options.onWebPrinted ?? null,
    onRobotHeard: (heard) => void robotsHeard.set(`${heard.streamId} ${heard.robot}`, heard),
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
  const { board, mounts } = onAir;
  const { hlsDir } = settings;
  if (hlsDir) opening.use(new HlsFolder({ folder: hlsDir, streams: mounts.values(), clock, logger }));
  const icecast = settings.icecastUrl === null ? null : icecastServer(settings.icecastUrl);
  const push =
    icecast &&
    opening.use(
      new IcecastPush({
        server: icecast,
        streams: mounts.values(),
        words: mountWords({ config: () => station.current, origin: settings.origin }),
        toldPath: folder.toldIcecast,
        clock,
        logger,
      }),
    );
  const atIcecast = () => push?.figures() ?? [];
  board.onChange(() => web.send({ type: 'now-playing', tracks: board.list() }));
  const { answer } = opening.use(
    openAnswers({
      settings,
      folder,
      config: () => station.current,
      onAir,
      budget,
      gate,
      withPages,
      trust,
      descriptorLimit: descriptors.limit,
      robotsHeard: () => robotsHeard.values(),
      icecast,
      atIcecast,
      clock,
      logger,
    }),
  );
  door.serve(answer);
  opening.use(await tellOfStation({ stationDir, station, stationFolder, logger }));
  opening.use(new UnreadWatch({ queues: linuxSendQueues, budget, port: settings.port, clock, logger }));
  const { figures } = onAir;
  opening.use(
    await openControlDoor(controlSocket(folder), {
      reload: () => web.reload(),
      listeners: () => figures.present(),
      icecast: atIcecast,
    }),
  );
  opening.use(web);
  const resources = opening.move();
  return { folder, stationFolder, web, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}
