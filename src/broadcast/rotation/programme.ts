import type { StreamId } from '#src/spec/streams.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import type { StreamConfig } from '#src/station/config/station-config.ts';
import { folderAt, isInFolder } from './folder-hours.ts';
import type { Library } from './library.ts';
import type { RotationMemory } from './rotation-memory.ts';
import { chooseTrack } from './rotation-policy.ts';

/** What the choice rests on; asked anew each time, as an operator may change it meanwhile. */
export interface ProgrammeFacts {
  library: Library;
  stream: StreamConfig;
  timezone: string;
}

/** Decides what a stream plays next. */
export class Programme {
  readonly #streamId: StreamId;
  readonly #memory: RotationMemory;
  readonly #facts: () => ProgrammeFacts;
  readonly #random: () => number;
  /** Media that could not be played, by id, with the instant from which they may be tried again. */
  readonly #resting = new Map<string, number>();

  constructor(options: {
    streamId: StreamId;
    memory: RotationMemory;
    facts: () => ProgrammeFacts;
    random: () => number;
  }) {
    this.#streamId = options.streamId;
    this.#memory = options.memory;
    this.#facts = options.facts;
    this.#random = options.random;
  }

  /**
   * What begins at the instant: a jingle when enough tracks have played, else a track. Without any music, a jingle
   * where `afterBed` says that the bed has played between; null then means the bed.
   */
  next(atMs: number, afterBed: boolean): MediaRecord | null {
    const { library, stream, timezone } = this.#facts();
    const isJingleDue = stream.jingleEvery > 0 && this.#memory.tracksSinceJingle >= stream.jingleEvery;
    if (isJingleDue) {
      const jingle = this.#jingle(library, atMs);
      if (jingle) return jingle;
    }
    const track = this.#track(library, folderAt(stream.hours, atMs, timezone), atMs);
    return track ?? (afterBed ? this.#jingle(library, atMs) : null);
  }

  /** Leaves a piece out until the instant: its file cannot be played. */
  rest(id: string, untilMs: number): void {
    this.#resting.set(id, untilMs);
  }

  /** The track that has rested longest: better tried than the bed when all of them rest. Null without any. */
  longestResting(): MediaRecord | null {
    const until = ({ record }: { record: MediaRecord }) => this.#resting.get(record.id) ?? 0;
    const [longest] = [...this.#facts().library.shelf(this.#streamId, 'track')].sort(
      (a, b) => until(a) - until(b),
    );
    return longest?.record ?? null;
  }

  #track(library: Library, folder: string | null, atMs: number): MediaRecord | null {
    const all = this.#playable(library, 'track', atMs);
    const inFolder =
      folder === null ? [] : all.filter(({ folders }) => folders.some((one) => isInFolder(one, folder)));
    const candidates = (inFolder.length > 0 ? inFolder : all).map(({ record, foldedArtist }) => ({
      record,
      addedMs: record.addedMs,
      lastPlayedMs: this.#memory.lastPlayedMs(record.slug),
      artistPlayedMs: this.#memory.artistPlayedMs(foldedArtist),
    }));
    return chooseTrack(candidates, atMs, this.#random)?.record ?? null;
  }

  #jingle(library: Library, atMs: number): MediaRecord | null {
    const order = ({ record }: { record: MediaRecord }) => this.#memory.jinglePlayedMs(record.id) ?? 0;
    const [longestAgo] = this.#playable(library, 'jingle', atMs).sort((a, b) => order(a) - order(b));
    return longestAgo?.record ?? null;
  }

  #playable(library: Library, kind: 'track' | 'jingle', atMs: number) {
    return library
      .shelf(this.#streamId, kind)
      .filter(({ record }) => atMs >= (this.#resting.get(record.id) ?? Number.NEGATIVE_INFINITY));
  }
}
