import type { BroadcastFrames } from '#src/audio/mp3/broadcast-frames.ts';
import type { AdvertBreaks } from '#src/broadcast/adverts/advert-breaks.ts';
import type { SpotOfBreak } from '#src/broadcast/adverts/break-plan.wire.ts';
import { BedLoop } from '#src/broadcast/frames/bed.ts';
import type { Programme } from '#src/broadcast/rotation/programme.ts';
import type { FrameDates } from '#src/broadcast/timeline/frame-dates.ts';
import { frameInstant, framesIn, wholeFrameInstant } from '#src/broadcast/timeline/frame-grid.ts';
import type { Timeline, TimelineEntry } from '#src/broadcast/timeline/timeline.ts';
import type { WallFollower } from '#src/broadcast/timeline/wall-follower.ts';
import { FIRST_MS } from '#src/contract/limits.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import { BreakLoader } from './break-loader.ts';
import { type AudioPathsOf, type Cue, CueLoader } from './cue-loader.ts';
import type { MediaOutage } from './media-outage.ts';
import { NextCue } from './next-cue.ts';
import { Reel } from './reel.ts';
import { type Resumption, resume } from './resume.ts';

/** Audio that a stream has before it begins: what a listener gets at once. */
const LEAD_IN_FRAMES = framesIn(FIRST_MS);
/** [W169] A gap longer than this is skipped: no player has waited for it. */
const SKIPPED_MS = 10_000;
/**
 * Due frames that a choice under way may keep waiting. Until the next production, a second later, no stream counts as
 * without sound for that, and no listener has run dry.
 */
const WAITING_FRAMES = framesIn(1_000);

export interface PlayoutOptions {
  programme: Programme;
  breaks: AdvertBreaks;
  bed: BroadcastFrames;
  audioPaths: AudioPathsOf;
  outage: MediaOutage;
  standstill: Standstill;
  logger: Logger;
  /**
   * How far the wall clock is ahead of the count of frames, and whether to follow it without waiting for a
   * join.
   */
  wall: Pick<WallFollower, 'aheadFrames' | 'isOverdue'>;
  /** Called when an entry begins, or the one on air is dated anew. */
  onEntry: (entry: TimelineEntry, dates: FrameDates) => void;
  /** Called when a piece of media begins for guests (never the bed); `advert` comes with a spot. */
  onStart: (record: MediaRecord, begin: Begin, advert: SpotOfBreak | null) => void;
  /**
   * Called when the piece on air gets another instant: the clock was set, and the piece is too long to wait
   * for its end.
   */
  onRedated: (record: MediaRecord, startedMs: number) => void;
}

/** When a piece began: the first whole millisecond of its first frame. */
export interface Begin {
  /** By the wall clock: for the world. */
  startedMs: number;
  /** By the count of frames, which never jumps: for rotation, which measures rests in time that was heard. */
  countedMs: number;
}

/** A machine that stood still: each stream finds its own gap, and one line of the log tells of it. */
export class Standstill {
  readonly #logger: Logger;
  /** The end of the gap that a stream found last. */
  #untilFrame = Number.NEGATIVE_INFINITY;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Takes note of the gap of a stream that has sound up to `headFrame`. */
  found(headFrame: number, dueFrame: number): void {
    const isTold = headFrame < this.#untilFrame;
    this.#untilFrame = dueFrame;
    if (isTold) return;
    const seconds = Math.round(frameInstant(dueFrame - headFrame) / 1000);
    this.#logger.warn(
      { seconds },
      'the machine stalled; the streams skipped the gap. If this happens often, add CPU or memory',
    );
  }
}

/** Keeps one stream's timeline full: plays the cue, has the next one ready before its time, and never runs out. */
export class Playout {
  readonly #options: PlayoutOptions;
  readonly #loaders: { cues: CueLoader; breaks: BreakLoader };
  readonly #reel: Reel;
  #bed: BedLoop;
  readonly #next: NextCue;
  /** How often the programme was left since the start: a file came too late, or nothing could be played. */
  readonly underruns = { disk: 0, bed: 0 };

  private constructor(options: PlayoutOptions, firstFrame: number) {
    this.#options = options;
    const cues = new CueLoader(options);
    this.#loaders = { cues, breaks: new BreakLoader({ ...options, loader: cues }) };
    this.#bed = new BedLoop(options.bed);
    this.#reel = new Reel(firstFrame, bedCue(this.#bed));
    this.#next = new NextCue(this.#reel, this.#loaders);
  }

  get timeline(): Timeline {
    return this.#reel.timeline;
  }

  /** Whether the bed plays, for want of anything else. */
  get isOnBed(): boolean {
    return this.#reel.cue.what.kind === 'bed';
  }

  /** Opens a stream whose audio reaches up to `dueFrame`: from where it left off, or with a new piece. */
  static async open(
    options: PlayoutOptions,
    dueFrame: number,
    resumption: Resumption | null,
  ): Promise<Playout> {
    for (let left = resumption; left?.pieces.length; ) {
      const resumed = new Playout(options, left.firstFrame);
      left = await resume(resumed.#reel, left, resumed.#loaders);
      if (left === null) {
        await resumed.#next.choose(false);
        await resumed.#fill(dueFrame);
        return resumed;
      }
      resumed[Symbol.dispose]();
    }
    const fresh = new Playout(options, dueFrame - LEAD_IN_FRAMES);
    await fresh.#next.choose(false);
    fresh.#startNext();
    await fresh.#fill(dueFrame);
    return fresh;
  }

  /** Puts everything on air that is due, but for a little while the next piece is being chosen. Never waits. */
  produceUntil(dueFrame: number): void {
    const late = dueFrame - this.timeline.headFrame;
    if (late > framesIn(SKIPPED_MS)) {
      this.#options.standstill.found(this.timeline.headFrame, dueFrame);
      this.#skipTo(dueFrame - LEAD_IN_FRAMES);
    }
    if (this.#options.wall.isOverdue && this.#reel.cue.inBreak === null) this.#followWallAtOnce();
    this.#next.retryWhenDue();
    while (this.timeline.headFrame < dueFrame) {
      const state = this.#produce(dueFrame);
      if (state === 'unchosen') return;
      if (state !== 'starved') continue;
      this.underruns.disk += 1;
      this.#options.logger.warn(
        { title: this.#reel.cue.what.record?.title },
        'broadcast cut a track short because the disk was too slow: check the disk of DATA_DIR',
      );
      this.#startNext();
    }
  }

  /** Chooses the next piece again: the catalogue or the station's settings changed. */
  reconsider(): void {
    void this.#next.choose(false);
  }

  /**
   * Resolves when nothing waits for the disk: the next cue is chosen, and the slice ahead of the current one
   * is read.
   */
  async settled(): Promise<void> {
    await this.#next.choosing;
    await this.#reel.cue.frames.refilled();
  }

  [Symbol.dispose](): void {
    this.#next[Symbol.dispose]();
    this.#reel[Symbol.dispose]();
  }

  /**
   * Leaves out what would have been on air meanwhile, so that the piece goes on where the journal has it. One of which
   * that much is not read yet is over, and so is a break in which something else would have begun.
   */
  #skipTo(frame: number): void {
    const isStillOn = this.#reel.leaveOut(frame - this.timeline.headFrame);
    this.timeline.jumpTo(frame);
    if (!isStillOn) this.#startPiece();
  }

  /** Puts one frame on air, or goes over to the next cue. `unchosen`: that is left to the next production. */
  #produce(dueFrame: number): 'frame' | 'end' | 'starved' | 'unchosen' {
    if (this.isOnBed) this.#leaveBed();
    const state = this.#reel.advance();
    if (state !== 'end') return state;
    if (this.#canWait(dueFrame)) return 'unchosen';
    this.#startNext();
    return state;
  }

  /**
   * Whether what comes next is still being chosen, and may be: a jingle that began within the same production would
   * have a scrap of the bed behind it.
   */
  #canWait(dueFrame: number): boolean {
    if (this.#reel.cue.inBreak?.next || this.#next.isReady || this.#next.choosing === null) return false;
    return dueFrame - this.timeline.headFrame <= WAITING_FRAMES;
  }

  /** Leaves the bed as soon as there is something else, which it asks for after each round. */
  #leaveBed(): void {
    if (this.#next.isReady) this.#startNext();
    else if (this.#bed.isRoundComplete && this.#next.choosing === null) void this.#next.choose(true);
  }

  #startNext(): void {
    const { what, frames, inBreak } = this.#reel.cue;
    if (frames.fault && what.record) this.#loaders.cues.leaveOut(what.record, frames.fault, this.#reel.endMs);
    if (inBreak?.next) this.#begin(inBreak.next);
    else this.#startPiece();
  }

  #startPiece(): void {
    const next = this.#next.take() ?? this.#newBed();
    this.#followWall();
    this.#begin(next);
    if (next.what.record || this.#next.choosing === null) void this.#next.choose(false);
  }

  #begin(cue: Cue): void {
    const entry = this.#reel.begin(cue);
    this.#options.onEntry(entry, this.timeline.dates);
    const { startFrame } = entry;
    const { what, inBreak } = cue;
    // Within a spot, only members hear another piece from here on.
    if (what.record === null || inBreak?.begins === null) return;
    const startedMs = this.timeline.dates.instant(startFrame);
    const begin = { startedMs, countedMs: wholeFrameInstant(startFrame) };
    this.#options.onStart(what.record, begin, inBreak?.begins ?? null);
  }

  /** Takes the wall clock's time over between two pieces; true when frames are dated anew from here on. */
  #followWall(): boolean {
    const { dates } = this.timeline;
    const { aheadFrames } = this.#options.wall;
    if (dates.aheadFrames === aheadFrames) return false;
    dates.redate(aheadFrames);
    return true;
  }

  /**
   * Dates frames anew in the middle of a piece. It is not heard, but the journal has the piece at both
   * instants.
   */
  #followWallAtOnce(): void {
    if (!this.#followWall()) return;
    const entry = this.timeline.entryAt(this.timeline.headFrame);
    if (entry === null) return;
    this.#options.onEntry(entry, this.timeline.dates);
    const { record } = entry.guest;
    if (record) this.#options.onRedated(record, this.timeline.dates.instant(entry.startFrame));
  }

  #newBed(): Cue {
    this.underruns.bed += 1;
    this.#bed = new BedLoop(this.#options.bed);
    return bedCue(this.#bed);
  }

  /**
   * Puts everything on air that is due, waiting for the disk: before the stream is on air. Afterwards it owes
   * nothing, since the other streams may take their time to open.
   */
  async #fill(dueFrame: number): Promise<void> {
    while (this.timeline.headFrame < dueFrame) {
      await this.#next.choosing;
      if (this.#produce(dueFrame) === 'starved') await this.#reel.cue.frames.refilled();
    }
    await this.settled();
  }
}

function bedCue(frames: BedLoop): Cue {
  return { what: { kind: 'bed', record: null }, frames, inBreak: null };
}
