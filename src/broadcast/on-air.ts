import { setImmediate } from 'node:timers/promises';
import type { StreamId } from '#src/contract/streams.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { type DataFolder, mediaFiles } from '#src/platform/settings/data-folder.ts';
import { followCatalogue } from '#src/station/catalogue/follow-catalogue.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import type { StationConfigWatch } from '#src/station/config/open-station-config.ts';
import type { StreamConfig } from '#src/station/config/station-config.ts';
import { AdvertBreaks } from './adverts/advert-breaks.ts';
import { Journal } from './journal/journal.ts';
import type { JournalEntry } from './journal/journal-entry.wire.ts';
import { ListeningTally } from './journal/listening-tally.ts';
import { readRotationHistory } from './journal/rotation-history.ts';
import { Mount } from './mounts/mount.ts';
import { Ticker } from './mounts/ticker.ts';
import { NowPlayingBoard } from './now-playing/now-playing-board.ts';
import { readBed } from './playout/bed.ts';
import { Playout, type PlayoutOptions } from './playout/playout.ts';
import type { Resumption } from './playout/resume.ts';
import { planResume } from './playout/resume-plan.ts';
import { Library } from './rotation/library.ts';
import { Programme } from './rotation/programme.ts';
import { RotationMemory } from './rotation/rotation-memory.ts';
import { FrameClock } from './timeline/frame-clock.ts';
import { frameInstant, framesIn } from './timeline/frame-grid.ts';
import { WallFollower } from './timeline/wall-follower.ts';

/** The import announces every file; rotation takes new files up a few at a time, the less often the larger the library. */
const TAKE_UP_MS = 500;
const TAKE_UP_TRACKS = 2_000;
/** So many are taken up before listeners are served again. */
const SLICE_RECORDS = 200;
/** Frames not put on air by then are missing. */
const LATE_FRAMES = framesIn(2_000);

export interface OnAirOptions {
  folder: DataFolder;
  station: StationConfigWatch;
  mediaBaseUrl: string;
  clock: Clock;
  logger: Logger;
  random: () => number;
  /** Called after a line was written into the journal. */
  onJournal: () => void;
  /** Called after the media catalogue has grown or changed. */
  onCatalogue: () => void;
}

/** All streams, playing. */
export interface OnAir extends AsyncDisposable {
  mounts: ReadonlyMap<StreamId, Mount>;
  board: NowPlayingBoard;
  /** Call it before somebody joins a stream. */
  beforeListener(): void;
  /** Whether every stream has sound up to this moment. */
  isSounding(): boolean;
}

/** Puts every stream of the station on air: where it left off if that is not long ago, else with a new piece. */
export async function goOnAir(options: OnAirOptions): Promise<OnAir> {
  const { folder, station, clock, logger } = options;
  await using opening = new AsyncDisposableStack();
  const bed = await readBed();
  const mounts = new Map<StreamId, Mount>();
  const reconsider = () => {
    for (const mount of mounts.values()) mount.playout.reconsider();
  };
  let takingUp: Disposable | null = null;
  let changed: MediaRecord[] = [];
  let isClosed = false;
  const takeUp = async () => {
    const taken = changed;
    changed = [];
    for (const [at, record] of taken.entries()) {
      if (at % SLICE_RECORDS === SLICE_RECORDS - 1) await setImmediate();
      library.take(record);
    }
    if (isClosed) return;
    takingUp = null;
    if (changed.length > 0) takeUpSoon();
    reconsider();
  };
  const takeUpSoon = () => {
    const steps = Math.ceil(catalogue.records.size / TAKE_UP_TRACKS);
    takingUp ??= clock.after(TAKE_UP_MS * Math.max(1, steps), () => void takeUp());
  };
  opening.defer(() => {
    isClosed = true;
    takingUp?.[Symbol.dispose]();
  });
  const catalogue = opening.use(
    await followCatalogue(
      folder,
      (records) => {
        changed.push(...records);
        takeUpSoon();
        options.onCatalogue();
      },
      {
        clock,
        onError: (error) =>
          logger.error(
            { err: error },
            'broadcast could not read the media catalogue: check the disk of DATA_DIR',
          ),
      },
    ),
  );
  const library = new Library(catalogue.records);
  const streamIds = station.current.streams.map(({ id }) => id);
  const history = await readRotationHistory(folder.journal, station.current.streams, library);
  const journal = new Journal({ folder: folder.journal, logger, onGrown: options.onJournal });
  opening.defer(() => journal.flushed());
  opening.use(
    new ListeningTally({
      clock,
      sentBytes: () => mounts.values().reduce((sum, { sentBytes }) => sum + sentBytes, 0),
      append: (entry) => journal.append(entry),
    }),
  );
  const board = new NowPlayingBoard({
    config: () => station.current,
    mediaBaseUrl: options.mediaBaseUrl,
    nowMs: clock.nowMs(),
  });
  opening.use(
    station.onChange(() => {
      board.renamed();
      reconsider();
    }),
  );
  const frameClock = new FrameClock(clock);
  const wall = opening.use(new WallFollower({ clock, frameClock, logger, onMoved: reconsider }));

  async function openMount(streamId: StreamId, index: number): Promise<Mount> {
    const plays = history.get(streamId) ?? [];
    const nowMs = clock.nowMs();
    const memory = new RotationMemory();
    // A clock that was set back leaves plays in the future: they count as heard all the same.
    for (const play of plays) memory.remember({ ...play, startedMs: Math.min(play.startedMs, nowMs) });
    const lastTrack = plays
      .filter(({ startedMs }) => startedMs <= nowMs)
      .findLast(({ kind }) => kind === 'track');
    if (lastTrack) board.show(streamId, lastTrack);
    const facts = () => ({
      library,
      stream: streamOf(streamId),
      timezone: station.current.timezone,
      wallAheadMs: frameInstant(wall.aheadFrames),
    });
    const programme = new Programme({ streamId, memory, facts, random: options.random });
    const restingAt = (atMs: number) => programme.restingAt(atMs);
    const breaks = new AdvertBreaks({ streamId, memory, facts, restingAt });
    let why: Pick<JournalEntry, 'choice' | 'advert'> = {};
    const tell = (record: MediaRecord, startedMs: number): JournalEntry => {
      const { kind, id, artist, title, slug, durationMs } = record;
      const entry: JournalEntry = { streamId, kind, id, artist, title, slug, startedMs, durationMs, ...why };
      if (kind === 'track') board.show(streamId, entry);
      journal.append(entry);
      return entry;
    };
    const onStart: PlayoutOptions['onStart'] = (record, { startedMs, countedMs }, advert) => {
      why = advert ? { advert } : { choice: programme.choiceOf(record.id) };
      memory.remember({ ...tell(record, startedMs), startedMs: countedMs });
    };
    const playout = await Playout.open(
      {
        programme,
        breaks,
        bed,
        audioPath: (id) => mediaFiles(folder, id).audio,
        logger: logger.child({ streamId }),
        wall,
        onStart,
        onRedated: tell,
      },
      frameClock.dueFrame(),
      resumption(plays, nowMs, library),
    );
    return new Mount({
      streamId,
      playout,
      fallbackTitle: () => streamOf(streamId).name,
      firstTurn: index,
      onEvicted: (id, socket) =>
        logger.debug(
          { streamId: id, reason: 'slow', waitingBytes: socket.writableLength },
          'broadcast closed a listener that did not read',
        ),
    });
  }
  function streamOf(streamId: StreamId): StreamConfig {
    const stream = station.current.streams.find(({ id }) => id === streamId);
    if (!stream) throw new Error(`the station has no stream ${streamId}`);
    return stream;
  }

  for (const mount of await Promise.all(streamIds.map(openMount))) {
    mounts.set(mount.streamId, opening.use(mount));
  }
  const onError = (error: unknown) =>
    logger.error({ err: error }, 'a stream failed once and plays on: please report this error');
  const ticker = opening.use(new Ticker({ clock, frameClock, mounts: () => mounts.values(), onError }));
  const resources = opening.move();
  return {
    mounts,
    board,
    beforeListener: () => ticker.wake(),
    isSounding() {
      const dueFrame = frameClock.dueFrame();
      return mounts.values().every(({ playout }) => dueFrame - playout.timeline.headFrame <= LATE_FRAMES);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

function resumption(plays: readonly JournalEntry[], nowMs: number, library: Library): Resumption | null {
  const plan = planResume(plays, nowMs);
  if (plan === null) return null;
  const pieces = plan.entries.flatMap(({ id, advert = null }) => {
    const record = library.find(id);
    return record === null ? [] : [{ record, advert }];
  });
  return pieces.length === plan.entries.length ? { ...plan, pieces } : null;
}
