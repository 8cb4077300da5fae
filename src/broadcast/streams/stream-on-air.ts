import type { BroadcastFrames } from '#src/audio/mp3/broadcast-frames.ts';
import { AdvertBreaks } from '#src/broadcast/adverts/advert-breaks.ts';
import type { SpotOfBreak } from '#src/broadcast/adverts/break-plan.wire.ts';
import type { ToldSegments } from '#src/broadcast/hls/told-segments.ts';
import type { Journal } from '#src/broadcast/journal/journal.ts';
import type { JournalEntry } from '#src/broadcast/journal/journal-entry.wire.ts';
import type { NowPlayingBoard } from '#src/broadcast/now-playing/now-playing-board.ts';
import { entriesBetween } from '#src/broadcast/playout/earlier-entries.ts';
import type { MediaOutage } from '#src/broadcast/playout/media-outage.ts';
import { type Begin, Playout, type PlayoutOptions, type Standstill } from '#src/broadcast/playout/playout.ts';
import { planResume, type ResumePlan, type Resumption } from '#src/broadcast/playout/resume.ts';
import type { Library } from '#src/broadcast/rotation/library.ts';
import { Programme, type ProgrammeFacts } from '#src/broadcast/rotation/programme.ts';
import { RotationMemory } from '#src/broadcast/rotation/rotation-memory.ts';
import { randomBy } from '#src/broadcast/rotation/seeded-random.ts';
import type { FrameDates } from '#src/broadcast/timeline/frame-dates.ts';
import { frameInstant, framesIn } from '#src/broadcast/timeline/frame-grid.ts';
import {
  MARKS_SECONDS,
  markOf,
  type TimelineEntry,
  variantsThatBegin,
} from '#src/broadcast/timeline/timeline.ts';
import type { StreamId } from '#src/contract/streams.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { type DataFolder, earlierAudio, mediaFiles } from '#src/platform/settings/data-folder.ts';
import { FIRST_RENDERING, type MediaRecord } from '#src/station/catalogue/media-record.ts';
import type { StationConfig, StreamConfig } from '#src/station/config/station-config.ts';
import { Mount } from './mount.ts';

/** What all streams of a station share. */
export interface StreamsShare {
  folder: DataFolder;
  config: () => StationConfig;
  library: Library;
  journal: Pick<Journal, 'append'>;
  board: Pick<NowPlayingBoard, 'show' | 'mark'>;
  told: Pick<ToldSegments, 'of' | 'keep'>;
  bed: BroadcastFrames;
  wall: PlayoutOptions['wall'];
  outage: MediaOutage;
  standstill: Standstill;
  logger: Logger;
}

interface StreamFacts extends StreamsShare {
  streamId: StreamId;
}

interface StreamOnAirOptions extends StreamFacts {
  /** Its latest plays, in the order written. */
  plays: readonly JournalEntry[];
  /** The start, milliseconds since the Unix epoch. */
  nowMs: number;
}

/** Why a piece is on air: the rules' choice of a track, or the break of a spot. A jingle has neither. */
type Reason = Pick<JournalEntry, 'choice' | 'advert'>;

/** One stream: its memory, its choices, and what is told of each piece that begins. */
export class StreamOnAir {
  readonly #options: StreamFacts;
  /** How it goes on; of its plays no more is held, which are weeks of them where a library is large. */
  readonly #plan: ResumePlan | null;
  /** What was on air in the last minutes before the start. */
  #earlier: TimelineEntry[];
  readonly #memory = new RotationMemory();
  readonly #programme: Programme;
  readonly #breaks: AdvertBreaks;
  /** The piece that began last, and why. */
  #latest: { id: string; reason: Reason } | null = null;
  /** What names the last play: what follows it is drawn by that, so that another machine draws the same [R200]. */
  #after: string;

  constructor(options: StreamOnAirOptions) {
    const { plays, nowMs, ...facts } = options;
    this.#options = facts;
    this.#plan = planResume(plays, nowMs, ({ id }) => facts.library.find(id) !== null);
    this.#earlier = entriesBetween(plays, facts.library, nowMs - MARKS_SECONDS * 1000, nowMs);
    const { streamId } = facts;
    this.#after = nameOf(plays.at(-1) ?? { streamId, startedMs: nowMs, id: '' });
    const programmeFacts = () => this.#facts();
    this.#programme = new Programme({
      streamId,
      memory: this.#memory,
      facts: programmeFacts,
      chance: () => randomBy(this.#after),
    });
    this.#breaks = new AdvertBreaks({
      streamId,
      memory: this.#memory,
      facts: programmeFacts,
      restingAt: (atMs) => this.#programme.restingAt(atMs),
    });
    this.#rememberPlays(plays, nowMs);
  }

  /**
   * Plays on where the stream left off if that is not long ago, else begins with a new piece.
   * @param dueFrame the first frame that is not due yet
   * @param order the stream's number among all
   */
  async open(dueFrame: number, order: number): Promise<Mount> {
    const { streamId, folder, journal, told, bed, wall, outage, standstill, logger } = this.#options;
    const playout = await Playout.open(
      {
        programme: this.#programme,
        breaks: this.#breaks,
        bed,
        audioPaths: ({ id, rendering = FIRST_RENDERING }) => [
          earlierAudio(folder, id, rendering),
          mediaFiles(folder, id).audio,
        ],
        outage,
        standstill,
        logger: logger.child({ streamId }),
        wall,
        onEntry: (entry, dates) => this.#mark(entry, dates),
        onStart: (record, begin, advert) => this.#began(record, begin, advert),
        onRedated: (record, startedMs) => this.#tell(record, startedMs, this.#reasonOf(record)),
      },
      dueFrame,
      this.#resumption(),
    );
    const { timeline } = playout;
    timeline.remember(this.#earlier);
    this.#earlier = [];
    return new Mount({
      streamId,
      playout,
      fallbackTitle: () => this.#stream().name,
      order,
      journal,
      told: { state: told.of(streamId), keep: (state) => told.keep(streamId, state) },
      onEvicted: (id, socket) =>
        logger.debug(
          { streamId: id, reason: 'slow', waitingBytes: socket.writableLength },
          'broadcast closed a listener that did not read',
        ),
    });
  }

  /** Tells followers of the stream which piece begins, and for whom. */
  #mark(entry: TimelineEntry, dates: FrameDates): void {
    const { streamId, board } = this.#options;
    const began = variantsThatBegin(entry);
    const alike = entry.guest === entry.member ? [began] : began.map((variant) => [variant]);
    for (const variants of alike) {
      const [variant] = variants;
      if (variant) board.mark(streamId, variants, markOf(entry, variant), dates);
    }
  }

  #began(record: MediaRecord, { startedMs, countedMs }: Begin, advert: SpotOfBreak | null): void {
    const reason = advert ? { advert } : { choice: this.#programme.choiceOf(record.id) };
    this.#latest = { id: record.id, reason };
    this.#memory.remember({ ...this.#tell(record, startedMs, reason), startedMs: countedMs });
  }

  /**
   * Returns why a piece is on air; one that was put on the timeline again after a restart has the reason it
   * began with.
   */
  #reasonOf({ id }: MediaRecord): Reason {
    if (this.#latest) return this.#latest.id === id ? this.#latest.reason : {};
    const play = this.#plan?.entries.findLast((one) => one.id === id);
    return play ? { choice: play.choice, advert: play.advert } : {};
  }

  #tell(record: MediaRecord, startedMs: number, reason: Reason): JournalEntry {
    const { streamId, board, journal } = this.#options;
    const { kind, id, artist, title, slug, durationMs, rendering } = record;
    const names = { artist, title, slug };
    const entry: JournalEntry = { streamId, kind, id, ...names, startedMs, durationMs, rendering, ...reason };
    if (kind === 'track') board.show(streamId, entry);
    this.#after = nameOf(entry);
    journal.append(entry);
    return entry;
  }

  #rememberPlays(plays: readonly JournalEntry[], nowMs: number): void {
    const { streamId, board } = this.#options;
    // A clock that was set back leaves plays in the future: they count as heard all the same.
    for (const play of plays) this.#memory.remember({ ...play, startedMs: Math.min(play.startedMs, nowMs) });
    const lastTrack = plays.findLast(({ kind, startedMs }) => kind === 'track' && startedMs <= nowMs);
    if (lastTrack) board.show(streamId, lastTrack);
  }

  /** Finds what the stream goes on with; null when there is nothing. */
  #resumption(): Resumption | null {
    const { library } = this.#options;
    const plan = this.#plan;
    if (plan === null) return null;
    const pieces = plan.entries.flatMap(({ id, rendering, durationMs, advert = null }) => {
      const record = library.find(id);
      if (record === null) return [];
      if (rendering === record.rendering) return [{ record, advert }];
      // What has been rendered anew since goes on in what it began with, as long as that is there.
      const frames = framesIn(durationMs);
      return [{ record: { ...record, rendering, frames, durationMs }, advert }];
    });
    return { ...plan, pieces };
  }

  #facts(): ProgrammeFacts {
    const { library, config, wall } = this.#options;
    return {
      library,
      stream: this.#stream(),
      timezone: config().timezone,
      wallAheadMs: frameInstant(wall.aheadFrames),
    };
  }

  #stream(): StreamConfig {
    const { streamId, config } = this.#options;
    const stream = config().streams.find(({ id }) => id === streamId);
    if (!stream) throw new Error(`the station has no stream ${streamId}`);
    return stream;
  }
}

function nameOf({ streamId, startedMs, id }: Pick<JournalEntry, 'streamId' | 'startedMs' | 'id'>): string {
  return `${streamId} ${startedMs} ${id}`;
}
