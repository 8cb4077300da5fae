import { setImmediate } from 'node:timers/promises';
import { type AudioPaths, MediaFile, openEither } from '#src/broadcast/frames/media-file.ts';
import type { Programme } from '#src/broadcast/rotation/programme.ts';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { errorCode } from '#src/platform/errors/error-code.ts';
import { type FailureKind, failureKind } from '#src/platform/errors/failure-kind.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import type { Cue } from './cue.ts';

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
  logger: Logger;
}

/** Opens what the programme chooses, and keeps in mind what cannot be played. */
export class CueLoader {
  readonly #options: CueLoaderOptions;
  readonly #failures: PlayFailures;

  constructor(options: CueLoaderOptions) {
    this.#options = options;
    this.#failures = new PlayFailures(options.logger);
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
      if (this.#failures.over(record)) this.#options.programme.wake(record.id, WOKEN_WITH_IT);
      return { what: { kind: record.kind, record }, frames, inBreak: null };
    } catch (error) {
      return this.leaveOut(record, error, startMs);
    }
  }

  /**
   * Leaves a piece out from the instant on that could not be played, or not to its end; returns the kind of
   * its failure.
   */
  leaveOut(record: MediaRecord, error: unknown, fromMs: number): FailureKind {
    const kind = failureKind(error);
    this.#failures.tell(record, this.#options.audioPaths(record)[1], error);
    if (REST_MS[kind] > 0) this.#options.programme.rest(record.id, fromMs + REST_MS[kind]);
    return kind;
  }
}

/** Logs what cannot be played: once for each broken file, once for a cause outside of the files. */
class PlayFailures {
  readonly #logger: Logger;
  /** The reason by media id; at most as many as there are files in the catalogue. */
  readonly #broken = new Map<string, string>();
  /** Codes of the causes that last. */
  readonly #lasting = new Set<string>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  tell(record: MediaRecord, path: string, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (failureKind(error) === 'file') {
      if (this.#broken.get(record.id) === reason) return;
      this.#broken.set(record.id, reason);
      this.#logger.warn(
        { reason, path },
        `broadcast cannot play "${record.title}" and leaves it out: delete ${path}, and onde import renders it again`,
      );
      return;
    }
    const code = errorCode(error) ?? '';
    if (this.#lasting.has(code)) return;
    this.#lasting.add(code);
    this.#logger.warn(
      { reason, path },
      'broadcast cannot open any music file and tries again every second: check the disk of DATA_DIR',
    );
  }

  /**
   * Call it when a piece was opened: its fault, or the fault of all files, is over. Returns whether its file had been to
   * blame.
   */
  over(record: MediaRecord): boolean {
    if (this.#lasting.size > 0) this.#logger.info({}, 'broadcast can open music files again');
    this.#lasting.clear();
    return this.#broken.delete(record.id);
  }
}
