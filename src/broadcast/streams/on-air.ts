import { randomBytes } from 'node:crypto';
import { FiguresTally } from '#src/broadcast/figures/figures-tally.ts';
import { ListenerFigures } from '#src/broadcast/figures/listener-figures.ts';
import { readBed } from '#src/broadcast/frames/bed.ts';
import { ToldSegments } from '#src/broadcast/hls/told-segments.ts';
import { isPlay, Journal, ListeningTally } from '#src/broadcast/journal/journal.ts';
import type { JournalEntry } from '#src/broadcast/journal/journal-entry.wire.ts';
import { readRotationHistory } from '#src/broadcast/journal/rotation-history.ts';
import { NowPlayingBoard } from '#src/broadcast/now-playing/now-playing-board.ts';
import { OutsideRotation } from '#src/broadcast/outside/outside-rotation.ts';
import { MediaOutage } from '#src/broadcast/playout/media-outage.ts';
import { Standstill } from '#src/broadcast/playout/playout.ts';
import { FollowedLibrary } from '#src/broadcast/rotation/followed-library.ts';
import { FrameClock } from '#src/broadcast/timeline/frame-clock.ts';
import { framesIn } from '#src/broadcast/timeline/frame-grid.ts';
import { WallFollower } from '#src/broadcast/timeline/wall-follower.ts';
import type { StreamId } from '#src/contract/streams.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { DataFolder } from '#src/platform/settings/data-folder.ts';
import { dayAt } from '#src/platform/time-zone/wall-time.ts';
import type { StationConfigWatch } from '#src/station/config/open-station-config.ts';
import type { Mount } from './mount.ts';
import { StreamOnAir, type StreamsShare } from './stream-on-air.ts';
import { Ticker } from './ticker.ts';

/** Delay after which due frames count as missing. */
const LATE_FRAMES = framesIn(2_000);

export interface OnAirOptions {
  folder: DataFolder;
  station: StationConfigWatch;
  mediaBaseUrl: string;
  clock: Clock;
  logger: Logger;
  /** How far the clock that the timeline began by is ahead of this machine's, in a group; 0 by default. */
  aheadMs?: number;
  /** Called when a piece begins, before it is written into the journal. */
  onEntry?: (entry: JournalEntry) => void;
  /** Called after a play was written into the journal. */
  onJournal: () => void;
  /** Called after the media catalogue has grown or changed. */
  onCatalogue: () => void;
}

/** All streams, playing. */
export interface OnAir extends AsyncDisposable {
  mounts: ReadonlyMap<StreamId, Mount>;
  board: NowPlayingBoard;
  /** The present instant by the count of frames, in milliseconds since the Unix epoch. */
  countedMs(): number;
  figures: ListenerFigures;
  /** What an outside playout plays next. */
  outside: OutsideRotation;
  /** Call it before somebody joins the stream. */
  beforeListener(mount: Mount): void;
  /** Whether a stream has sound up to this moment. */
  soundsOn(mount: Pick<Mount, 'streamId'>): boolean;
  /** Whether every stream has. */
  isSounding(): boolean;
}

/** Puts every stream of the station on air: where it left off if that is not long ago, else with a new piece. */
export async function goOnAir(options: OnAirOptions): Promise<OnAir> {
  const { folder, station, clock, logger, aheadMs = 0, onEntry = () => {} } = options;
  const config = () => station.current;
  await using opening = new AsyncDisposableStack();
  const bed = await readBed();
  const mounts = new Map<StreamId, Mount>();
  const reconsider = () => {
    for (const mount of mounts.values()) mount.playout.reconsider();
  };
  const { onCatalogue } = options;
  const { library } = opening.use(
    await FollowedLibrary.open({ folder, clock, logger, onCatalogue, onTakenUp: reconsider }),
  );
  const journal = opening.use(
    new Journal({ folder: folder.journal, clock, logger, onPlay: options.onJournal }),
  );
  opening.use(
    new ListeningTally({
      clock,
      heardBytes: () => mounts.values().reduce((sum, { heardBytes }) => sum + heardBytes, 0),
      append: (entry) => journal.append(entry),
    }),
  );
  const figures = new ListenerFigures({
    clock,
    dayOf: (ms) => dayAt(ms, config().timezone),
    draw: () => randomBytes(32).toString('base64'),
    heardMs: () => mounts.values().flatMap((mount) => mount.heardMs()),
  });
  opening.use(
    new FiguresTally({ clock, take: () => figures.take(), append: (entry) => journal.append(entry) }),
  );
  const board = new NowPlayingBoard({ config, mediaBaseUrl: options.mediaBaseUrl, openedMs: clock.nowMs() });
  opening.use(
    station.onChange(() => {
      board.renamed();
      reconsider();
    }),
  );
  const told = opening.use(new ToldSegments({ path: folder.toldSegments, clock, logger }));
  const frameClock = new FrameClock(clock, aheadMs);
  const wall = opening.use(new WallFollower({ clock, frameClock, logger, onMoved: reconsider }));

  const share: StreamsShare = {
    folder,
    config,
    library,
    journal: {
      append(entry) {
        if (isPlay(entry)) onEntry(entry);
        journal.append(entry);
      },
    },
    board,
    told,
    bed,
    wall,
    outage: new MediaOutage({ catalogue: folder.catalogue, clock, logger }),
    standstill: new Standstill(logger),
    logger,
  };
  const { opened, outside } = await openMounts(share, { clock, aheadMs, frameClock });
  for (const mount of opened) mounts.set(mount.streamId, opening.use(mount));

  const onError = (error: unknown) =>
    logger.error({ err: error }, 'a stream failed once and plays on: please report this error');
  const ticker = opening.use(new Ticker({ clock, frameClock, mounts: () => mounts.values(), onError }));
  const soundsOn = ({ streamId }: Pick<Mount, 'streamId'>) => {
    const headFrame = mounts.get(streamId)?.playout.timeline.headFrame ?? Number.NEGATIVE_INFINITY;
    return frameClock.dueFrame() - headFrame <= LATE_FRAMES;
  };
  const resources = opening.move();
  return {
    mounts,
    board,
    countedMs: () => frameClock.countedMs(),
    figures,
    outside,
    beforeListener: (mount) => ticker.expect(mount),
    soundsOn,
    isSounding: () => mounts.values().every(soundsOn),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** A function of its own, so that what was played before is not held for as long as the streams play. */
async function openMounts(
  share: StreamsShare,
  { clock, aheadMs, frameClock }: { clock: Clock; aheadMs: number; frameClock: FrameClock },
) {
  const { folder, config, library, logger } = share;
  const { streams } = config();
  const nowMs = clock.nowMs() + aheadMs;
  const history = await readRotationHistory({ folder: folder.journal, streams, library, logger, nowMs });
  const outside = new OutsideRotation({ ...share, clock, random: Math.random, plays: history.outside });
  const opened = await Promise.all(
    streams.map(({ id: streamId }, order) => {
      const plays = history.own.get(streamId) ?? [];
      const stream = new StreamOnAir({ ...share, streamId, plays, nowMs });
      return stream.open(frameClock.dueFrame(), order);
    }),
  );
  return { opened, outside };
}
