import { setImmediate } from 'node:timers/promises';
import type { SpotOfBreak } from '#src/broadcast/adverts/break-plan.wire.ts';
import type { FrameSource } from '#src/broadcast/frames/frame-source.ts';
import { type AudioPaths, MediaFile, openEither } from '#src/broadcast/frames/media-file.ts';
import type { Programme } from '#src/broadcast/rotation/programme.ts';
import type { Piece } from '#src/broadcast/timeline/timeline.ts';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { type FailureKind, failureKind } from '#src/platform/errors/failure-kind.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import type { MediaOutage } from './media-outage.ts';

/** Something ready to play. */
export interface Cue {
  what: Piece;
  frames: FrameSource;
  /** What belongs to it in an advert break; null outside of one. */
  inBreak: CueInBreak | null;
}

/** A stretch of an advert break, in which guests hear one spot and members one piece. */
interface CueInBreak {
  member: Piece;
  /** How many frames after the break's first one it begins. */
  at: number;
  /** Frames left of the break, those of this cue included. */
  framesLeft: number;
  /** What the journal keeps with the spot that begins here; null where none does. */
  begins: SpotOfBreak | null;
  next: Cue | null;
}

/**
 * Time for which a piece is left out after a failure of each kind; only a fault of the file itself counts for
 * long.
 */
const REST_MS: Record<FailureKind, number> = { file: 10 * MINUTE_MS, moment: 5_000, machine: 0 };
/** Files tried in a row before the bed plays. */
const ATTEMPTS = 8;
/**
 * Pieces that are tried again with one that can be played again: what kept it may have kept them too. So few that where
 * they fail once more it is still found before the bed plays.
 */
const WOKEN_WITH_IT = ATTEMPTS / 2;

/** The outcome of a search for a piece. `later`: nothing could be opened, and no file is to blame. */
export type Choice = Cue | 'nothing' | 'later';

/** Where the audio of a record lies, in the rendering that the record names. */
export type AudioPathsOf = (record: Pick<MediaRecord, 'id' | 'rendering'>) => AudioPaths;

interface CueLoaderOptions {
  programme: Programme;
  audioPaths: AudioPathsOf;
  /** All streams' together. */
  outage: MediaOutage;
  logger: Logger;
}

/** Opens what the programme chooses, and keeps in mind what cannot be played. */
export class CueLoader {
  readonly #options: CueLoaderOptions;
  /** Why each file that cannot be played cannot, by media id; at most as many as there are in the catalogue. */
  readonly #broken = new Map<string, string>();

  constructor(options: CueLoaderOptions) {
    this.#options = options;
  }

  /**
   * Chooses and opens a piece for the instant. When all tracks rest, those that have rested longest are tried
   * before the bed.
   */
  async choose(startMs: () => number, afterBed: boolean): Promise<Choice> {
    const tried = new Set<string>();
    let isForLater = false;
    await this.#options.programme.prepare(startMs(), () => setImmediate());
    while (tried.size < ATTEMPTS) {
      const record =
        this.#options.programme.next(startMs(), afterBed) ?? this.#options.programme.longestResting();
      if (record === null || tried.has(record.id)) break;
      tried.add(record.id);
      const loaded = await this.load(record, startMs());
      if (typeof loaded === 'object') return loaded;
      if (loaded !== 'file') isForLater = true;
      if (loaded === 'machine') break;
    }
    return isForLater ? 'later' : 'nothing';
  }

  /** Returns the piece, ready to play, or the kind of its failure. */
  async load(record: MediaRecord, startMs: number): Promise<Cue | FailureKind> {
    try {
      const frames = await openEither(this.#options.audioPaths(record), MediaFile.open);
      this.#options.outage.worked();
      if (this.#broken.delete(record.id)) this.#options.programme.wake(record.id, WOKEN_WITH_IT);
      return { what: { kind: record.kind, record }, frames, inBreak: null };
    } catch (error) {
      return this.notOpened(record, error, startMs);
    }
  }

  /** Leaves a piece out that could not be opened, unless none could. */
  async notOpened(record: MediaRecord, error: unknown, fromMs: number): Promise<FailureKind> {
    return this.leaveOut(record, error, fromMs, await this.#options.outage.kindOf(error));
  }

  /**
   * Leaves a piece out from the instant on that could not be played, or not to its end; returns the kind of
   * its failure.
   */
  leaveOut(record: MediaRecord, error: unknown, fromMs: number, kind = failureKind(error)): FailureKind {
    if (kind === 'file') this.#tellBroken(record, error);
    else this.#options.outage.failed(this.#options.audioPaths(record)[1], error);
    if (REST_MS[kind] > 0) this.#options.programme.rest(record.id, fromMs + REST_MS[kind]);
    return kind;
  }

  /** Once for each file and reason. */
  #tellBroken(record: MediaRecord, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (this.#broken.get(record.id) === reason) return;
    this.#broken.set(record.id, reason);
    const path = this.#options.audioPaths(record)[1];
    this.#options.logger.warn(
      { reason, path },
      `broadcast cannot play "${record.title}" and leaves it out: delete ${path}, and onde import renders it again`,
    );
  }
}
