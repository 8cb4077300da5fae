import { Mp3FormatError } from '#src/audio/mp3/broadcast-format.ts';
import type { BroadcastFrames } from '#src/audio/mp3/broadcast-frames.ts';
import { type AdvertBreaks, spotOfBreak } from '#src/broadcast/adverts/advert-breaks.ts';
import { type BreakAudio, type BreakPiece, layBreak } from '#src/broadcast/adverts/break-audio.ts';
import type { SpotOfBreak } from '#src/broadcast/adverts/break-plan.wire.ts';
import type { Span } from '#src/broadcast/adverts/break-times.ts';
import { FrameRun } from '#src/broadcast/adverts/frame-run.ts';
import { type BreakPart, type BreakPlan, stretchesOf } from '#src/broadcast/adverts/plan-break.ts';
import type { FrameSource, FrameView } from '#src/broadcast/frames/frame-source.ts';
import { openEither, readFrames } from '#src/broadcast/frames/media-file.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { AudioPathsOf, Cue, CueLoader } from './cue-loader.ts';

/** Broken pieces after which a break is given up. */
const ATTEMPTS = 8;

interface BreakLoaderOptions {
  breaks: AdvertBreaks;
  loader: CueLoader;
  bed: BroadcastFrames;
  audioPaths: AudioPathsOf;
  logger: Logger;
}

/**
 * Reads a whole break before it begins: a few minutes of audio at most, so that both variants end on one
 * frame.
 */
export class BreakLoader {
  readonly #options: BreakLoaderOptions;
  /** The break laid out last: it is planned again whenever something changes before it. */
  #laid: { key: string; audio: BreakAudio } | null = null;

  constructor(options: BreakLoaderOptions) {
    this.#options = options;
  }

  /**
   * Returns the break that follows a piece, ready to play; null when none is due, or its files cannot be
   * read.
   */
  async after(span: Span): Promise<Cue | null> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const plan = this.#options.breaks.after(span);
      if (plan === null) {
        this.#laid = null;
        return null;
      }
      const loaded = await this.#load(plan, 0, span.untilMs);
      if (loaded !== 'file') return loaded === 'other' ? null : loaded;
    }
    return null;
  }

  /**
   * Goes on in a break that the journal knows, `skipFrames` into one of its spots. Null when it cannot be
   * laid out again.
   */
  async again(spot: SpotOfBreak, skipFrames: number, startMs: number): Promise<Cue | null> {
    const plan = this.#options.breaks.again(spot);
    if (plan === null) return null;
    const before = plan.spots.slice(0, spot.at).reduce((sum, { frames }) => sum + frames, 0);
    const loaded = await this.#load(plan, before + skipFrames, startMs);
    return typeof loaded === 'object' ? loaded : null;
  }

  /** Loads a break. `file`: one of its files is left out, for now or for longer, so another plan may do. */
  async #load(plan: BreakPlan, skip: number, startMs: number): Promise<Cue | null | 'file' | 'other'> {
    const key = JSON.stringify([spotOfBreak(plan, 0), skip]);
    const audio = this.#laid?.key === key ? this.#laid.audio : await this.#lay(plan, skip, startMs);
    if (typeof audio === 'string') return audio;
    this.#laid = { key, audio };
    return cuesOf(plan, audio, skip);
  }

  async #lay(plan: BreakPlan, skip: number, startMs: number): Promise<BreakAudio | 'file' | 'other'> {
    const total = plan.spots.reduce((sum, { frames }) => sum + frames, 0);
    const spots: FrameRun[] = [];
    const bonus: BreakPiece[] = plan.bonus.length === 0 ? [this.#bedFor(total)] : [];
    for (const part of [...plan.spots, ...plan.bonus]) {
      const run = await this.#read(part, startMs);
      if (run === 'file' || run === 'other') return run;
      if (part.record.kind === 'spot') spots.push(run);
      else bonus.push({ run, isCut: part.frames < part.record.frames });
    }
    try {
      return layBreak(spots, bonus, skip);
    } catch (error) {
      this.#options.logger.error({ err: error }, 'an advert break was left out: please report this error');
      return 'other';
    }
  }

  async #read({ record, frames }: BreakPart, startMs: number): Promise<FrameRun | 'file' | 'other'> {
    try {
      const read = await openEither(this.#options.audioPaths(record), (path) => readFrames(path, frames));
      if (read.frameOffsets.length < frames)
        throw new Mp3FormatError('broken', `${read.frameOffsets.length} frames instead of ${frames}`);
      return FrameRun.copy(read, 0, frames);
    } catch (error) {
      const kind = await this.#options.loader.notOpened(record, error, startMs);
      return kind === 'machine' ? 'other' : 'file';
    }
  }

  #bedFor(frames: number): BreakPiece {
    const { frameOffsets } = this.#options.bed;
    const round = FrameRun.copy(this.#options.bed, 0, frameOffsets.length);
    const rounds = Math.ceil(frames / round.frames);
    const all = FrameRun.join(Array.from({ length: rounds }, () => round));
    return { run: all.until(frames), isCut: true };
  }
}

/**
 * Returns the first of a break's cues, each of which leads to the next: a cue begins wherever guests or
 * members hear another piece.
 * @param skip frames of the break that the audio leaves out
 */
function cuesOf(plan: BreakPlan, audio: BreakAudio, skip: number): Cue | null {
  const total = skip + audio.guest.frames;
  let next: Cue | null = null;
  for (const { start, guest, member, spotAt } of stretchesOf(plan, skip).reverse()) {
    const end: number = next?.inBreak ? total - next.inBreak.framesLeft : total;
    next = {
      what: guest,
      frames: new BreakFrames(audio, start - skip, end - skip),
      inBreak: {
        member,
        at: start,
        framesLeft: total - start,
        begins: guest.before ? null : spotOfBreak(plan, spotAt),
        next,
      },
    };
  }
  return next;
}

/** A stretch of an advert break. It lies in memory, so that no disk can part the two variants. */
class BreakFrames implements FrameSource {
  readonly fault = null;
  readonly member: FrameView;
  readonly #guest: RunView;
  readonly #member: RunView;
  #next: number;
  readonly #end: number;

  constructor({ guest, member }: BreakAudio, first: number, end: number) {
    this.#guest = new RunView(guest);
    this.#member = new RunView(member);
    this.member = this.#member;
    this.#next = first;
    this.#end = end;
  }

  get bytes(): Uint8Array {
    return this.#guest.bytes;
  }

  get start(): number {
    return this.#guest.start;
  }

  get end(): number {
    return this.#guest.end;
  }

  next(): 'frame' | 'end' {
    if (this.#next === this.#end) return 'end';
    this.#guest.show(this.#next);
    this.#member.show(this.#next);
    this.#next += 1;
    return 'frame';
  }

  refilled(): Promise<void> {
    return Promise.resolve();
  }

  [Symbol.dispose](): void {}
}

class RunView implements FrameView {
  readonly bytes: Uint8Array;
  readonly #offsets: Uint32Array;
  start = 0;
  end = 0;

  constructor({ bytes, offsets }: FrameRun) {
    this.bytes = bytes;
    this.#offsets = offsets;
  }

  show(frame: number): void {
    this.start = this.#offsets[frame] ?? 0;
    this.end = this.#offsets[frame + 1] ?? this.start;
  }
}
