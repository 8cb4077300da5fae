import { type Clock, systemClock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { DataFolder } from '#src/platform/settings/data-folder.ts';
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
import { unavailableAnswer } from './front-door/unavailable-answer.ts';
import { WebGate } from './front-door/web-gate.ts';
import { GroupKeeper, type RunningKeeper, type Turn } from './group/group-keeper.ts';
import { isForNext, standbyAnswers } from './group/standby-answers.ts';
import { HlsFolder, openHlsPlace } from './hls/hls-folder.ts';
import { IcecastPush, mountWords } from './icecast/icecast-push.ts';
import { icecastServer } from './icecast/icecast-server.ts';
import { MetricsDocument } from './metrics/metrics-document.ts';
import { openAnswers } from './open-answers.ts';
import { goOnAir, type OnAir } from './streams/on-air.ts';
import { type ControlDoor, openControlDoor } from './supervision/control-door.ts';
import { controlSocket, remakeSocketFolder } from './supervision/socket-folder.ts';
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
  /** Opens the keeper of a group; a GroupKeeper unless given. */
  openKeeper?: (...options: ConstructorParameters<typeof GroupKeeper>) => RunningKeeper;
}

/** A radio: music, front door, and what looks after the web process. Of a group, one at a time is on the air. */
export interface Instance extends AsyncDisposable {
  folder: DataFolder;
  stationFolder: StationFolderWatch;
  web: WebSupervisor;
  /**
   * Resolves when the music is on air: in a group, when it is this machine's turn. `stopped` when `stop` came first,
   * `lost` when another machine has taken over while the streams were being opened.
   * @throws {OperatorError} when the group's database refuses this machine
   */
  onAir(stop: Promise<void>): Promise<'on-air' | 'lost' | 'stopped'>;
  /** Resolves when another machine of the group has taken over and this one is silent; never without a group. */
  readonly lost: Promise<void>;
  /** Lets another machine of the group take over; false when there is none that would. */
  passOn(): Promise<boolean>;
}

/**
 * Takes the data folder and the port, then puts the music on air, unless the machine belongs to a group: `onAir` then
 * waits for its turn. The web process is started by `web.start()`.
 * @throws {OperatorError} when another instance runs on the data folder, or the port is taken
 */
export async function runInstance(options: InstanceOptions): Promise<Instance> {
  const { settings, logger, withHotReload, withPages = true, clock = systemClock } = options;
  const { openKeeper = (some) => new GroupKeeper(some) } = options;
  await using opening = new AsyncDisposableStack();
  const { folder, sockets, warnings } = opening.use(takeDataFolder(settings.dataDir, clock));
  const descriptors = new Descriptors(linuxDescriptors(), clock);
  const trust = createProxyTrust(settings);
  const budget = opening.use(new ConnectionBudget({ descriptors, trust, clock }));
  const door = opening.use(await FrontDoor.open(settings, budget));
  for (const warning of [...warnings, ...openBesideProxy(settings)]) logger.warn(warning);
  await options.prepareStation?.();
  const { stationDir } = settings;
  const stationFolder = opening.use(await followStationFolder({ stationDir, folder, clock, logger }));
  const station = opening.use(
    await openStationConfig({
      stationDir,
      lastGoodFolder: folder.lastGood,
      isSilent: stationFolder.isSilent,
      clock,
      logger,
    }),
  );
  const tooFew = tooFewOpenFiles(station.current.streams.length, settings.maxListeners, descriptors.limit);
  if (tooFew) logger.warn(tooFew);
  const gate = new WebGate(clock);
  const greeting = (): ToWeb[] => (onAir ? [{ type: 'now-playing', tracks: onAir.board.list() }] : []);
  const robotsHeard = new Map<string, RobotHeard>();
  let controlDoor: ControlDoor | null = null;
  const web = new WebSupervisor({
    gate,
    folder: sockets,
    remakeFolder: async () => {
      if (!remakeSocketFolder(folder)) return false;
      await controlDoor?.reopen();
      return true;
    },
    withHotReload,
    withPages,
    hasOwnDatabase: settings.databaseUrl === null,
    greeting,
    clock,
    logger,
    onPrinted: options.onWebPrinted ?? null,
    onRobotHeard: (heard) => void robotsHeard.set(`${heard.streamId} ${heard.robot}`, heard),
  });
  const { broadcastGroup, mediaBaseUrl, hlsDir } = settings;
  const keeper =
    broadcastGroup === null
      ? null
      : opening.use(openKeeper({ folder: sockets, clock, logger, onPrinted: options.onWebPrinted ?? null }));
  const group = () => ({ group: broadcastGroup ?? '', ...groupPlace(keeper), on_air: onAir !== null });
  const refuse = unavailableAnswer({ config: () => station.current, mediaBaseUrl });
  const metrics = new MetricsDocument({
    measured: { clock, group: broadcastGroup, connections: () => budget.size, music: null },
    token: settings.metricsToken,
    logger,
  });
  const standBy = standbyAnswers({ group: () => ({ ...group(), on_air: false }), metrics, refuse });
  const icecast = settings.icecastUrl === null ? null : icecastServer(settings.icecastUrl);
  let push: IcecastPush | null = null;
  const atIcecast = () => push?.figures() ?? [];
  let onAir: OnAir | null = null;
  let answer = standBy;
  // Disposed of before the rest where another machine takes over.
  const music = opening.use(new AsyncDisposableStack());
  const putOnAir = async ({ aheadMs }: Pick<Turn, 'aheadMs'>): Promise<void> => {
    const place = hlsDir ? await openHlsPlace(hlsDir, settings.objectStore) : null;
    const opened = await goOnAir({
      folder,
      station,
      mediaBaseUrl,
      clock,
      logger,
      aheadMs,
      onEntry: (entry) => keeper?.play(entry),
      onJournal: () => web.send({ type: 'journal' }),
      onCatalogue: () => web.send({ type: 'catalogue' }),
    });
    // The turn has gone meanwhile, or the operator has: nothing would end these streams any more.
    if (music.disposed) return await opened[Symbol.asyncDispose]();
    onAir = music.use(opened);
    const { board, mounts } = opened;
    if (place) music.use(new HlsFolder({ place, streams: mounts.values(), clock, logger }));
    push =
      icecast &&
      music.use(
        new IcecastPush({
          server: icecast,
          streams: mounts.values(),
          words: mountWords({ config: () => station.current, origin: settings.origin }),
          toldPath: folder.toldIcecast,
          clock,
          logger,
        }),
      );
    board.onChange(() => web.send({ type: 'now-playing', tracks: board.list() }));
    ({ answer } = music.use(
      openAnswers({
        settings,
        folder,
        config: () => station.current,
        onAir: opened,
        budget,
        gate,
        withPages,
        trust,
        descriptorLimit: descriptors.limit,
        robotsHeard: () => robotsHeard.values(),
        queries: () => web.queries,
        icecast,
        atIcecast,
        group: keeper === null ? null : group,
        clock,
        logger,
      }),
    ));
    door.serve(answer);
    keeper?.wentOnAir();
  };
  if (keeper === null) await putOnAir({ aheadMs: 0 });
  else door.serve(standBy);
  opening.use(await tellOfStation({ stationDir, station, stationFolder, clock, logger }));
  opening.use(new UnreadWatch({ queues: linuxSendQueues, budget, port: settings.port, clock, logger }));
  const fallSilent = async () => {
    onAir = null;
    door.serve(standBy);
    await music.disposeAsync();
  };
  const lost = keeper?.lost.then(fallSilent) ?? new Promise<void>(() => {});
  const passOn = async (): Promise<boolean> => {
    if (keeper === null || onAir === null) return false;
    // Who listens goes on to; whoever comes is sent to the next machine.
    door.serve((exchange) => (isForNext(exchange) ? standBy(exchange) : answer(exchange)));
    const isTaken = await keeper.passOn();
    if (!isTaken) door.serve(answer);
    return isTaken;
  };
  controlDoor = opening.use(
    await openControlDoor(controlSocket(folder), {
      reload: () => web.reload(),
      handOver: keeper === null ? null : passOn,
      listeners: () => onAir?.figures.present() ?? null,
      icecast: atIcecast,
    }),
  );
  opening.use(web);
  const resources = opening.move();
  return {
    folder,
    stationFolder,
    web,
    async onAir(stop) {
      if (keeper === null) return 'on-air';
      const turn = await Promise.race([keeper.turn, stop.then(() => null)]);
      if (turn === null) return 'stopped';
      await putOnAir(turn);
      if (music.disposed) return await lost.then(() => 'lost');
      return 'on-air';
    },
    lost,
    passOn,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

function groupPlace(keeper: RunningKeeper | null) {
  const { machine, epoch } = keeper?.place ?? { machine: '', epoch: 0 };
  return { machine, epoch };
}
