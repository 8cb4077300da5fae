import type { BroadcastFrames } from '#src/audio/mp3/broadcast-frames.ts';
import type { AdvertBreaks } from '#src/broadcast/adverts/advert-breaks.ts';
import type { SpotOfBreak } from '#src/broadcast/adverts/break-plan.wire.ts';
import type { Programme } from '#src/broadcast/rotation/programme.ts';
import { frameInstant, framesIn, wholeFrameInstant } from '#src/broadcast/timeline/frame-grid.ts';
import type { Timeline } from '#src/broadcast/timeline/timeline.ts';
import type { WallFollower } from '#src/broadcast/timeline/wall-follower.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { SingleRun } from '#src/platform/scheduling/single-run.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import { BedLoop } from './bed.ts';
import { BreakLoader } from './break-loader.ts';
import type { Cue } from './cue.ts';
import { CueLoader } from './cue-loader.ts';
import { Reel } from './reel.ts';
import { type Resumption, resume } from './resume.ts';

/** How much of a stream there is before it has begun: a listener's burst, and a whole second more for ICY. */
const LEAD_IN_FRAMES = framesIn(5000);
/** Standing still longer than this is left out: no player has waited for it. */
const STANDSTILL_FRAMES = framesIn(10_000);
/** How soon a piece is tried again that the machine refused: the next piece is opened minutes before its time. */
const RETRY_FRAMES = framesIn(1_000);

export interface PlayoutOptions {
  programme: Programme;
  breaks: AdvertBreaks;
  bed: BroadcastFrames;
  /** Where the rendered audio of a media id lies. */
  audioPath: (id: string) => string;
  logger: Logger;
  /** By how much the wall clock is ahead of the count of frames, and whether to follow it without waiting for a join. */
  wall: Pick<WallFollower, 'aheadFrames' | 'isOverdue'>;
  /** Called when a piece of media begins for guests (never the bed); `advert` comes with a spot. */
  onStart: (record: MediaRecord, begin: Begin, advert: SpotOfBreak | null) => void;
  /**
   * Called when the instant of the piece on air changes: the clock was set, and the piece is too long to wait for its
   * end.
   */
  onRedated: (record: MediaRecord, startedMs: number) => void;
}

/** When a piece began: the first whole millisecond of its first frame. */
export interface Begin {
  /** As the wall clock has it: for the world. */
  startedMs: number;
  /** By the count of frames, which never jumps: for rotation, whose rests are measured in time that was heard. */
  countedMs: number;
}

/** Keeps one stream's timeline full: plays the cue, has the next one ready before its time, and never runs out. */
export class Playout {
  readonly #options: PlayoutOptions;
  readonly #loader: CueLoader;
  readonly #breaks: BreakLoader;
  readonly #reel: Reel;
  #bed: BedLoop;
  #next: Cue | null = null;
  /** Runs again when the catalogue or the settings have changed since the choice under way began. */
  readonly #planning = new SingleRun(() => this.#chooseNext());
  /** Whether the choice under way follows a round of the bed. */
  #isAfterBed = false;
  /** The frame at which a piece is tried again that could not be opened through no fault of its file. */
  #retry: { atFrame: number; afterBed: boolean } | null = null;

  private constructor(options: PlayoutOptions, firstFrame: number) {
    this.#options = options;
    this.#loader = new CueLoader(options);
    this.#breaks = new BreakLoader({ ...options, loader: this.#loader });
    this.#bed = new BedLoop(options.bed);
    this.#reel = new Reel(firstFrame, bedCue(this.#bed));
  }

  get timeline(): Timeline {
    return this.#reel.timeline;
  }

  /** Opens a stream whose audio reaches up to `dueFrame`: from where it left off, or with a new piece. */
  static async open(
    options: PlayoutOptions,
    dueFrame: number,
    resumption: Resumption | null,
  ): Promise<Playout> {
    const resumed = resumption && new Playout(options, resumption.firstFrame);
    const loaders = resumed && { cues: resumed.#loader, breaks: resumed.#breaks };
    if (resumed && loaders && (await resume(resumed.#reel, resumption, loaders))) {
      await resumed.#plan(false);
      await resumed.#fill(dueFrame);
      return resumed;
    }
    resumed?.[Symbol.dispose]();
    const fresh = new Playout(options, dueFrame - LEAD_IN_FRAMES);
    await fresh.#plan(false);
    fresh.#startNext();
    await fresh.#fill(dueFrame);
    return fresh;
  }

  /** Puts everything on air that is due. Never waits. */
  produceUntil(dueFrame: number): void {
    const late = dueFrame - this.timeline.headFrame;
    if (late > STANDSTILL_FRAMES) {
      const seconds = Math.round(frameInstant(late) / 1000);
      this.#options.logger.warn(
        { seconds },
        'the machine stood still and the streams go on from now: often, it has too little CPU or memory',
      );
      this.timeline.jumpTo(dueFrame - LEAD_IN_FRAMES);
    }
    if (this.#options.wall.isOverdue && this.#reel.cue.inBreak === null) this.#followWallAtOnce();
    this.#retryWhenDue();
    while (this.timeline.headFrame < dueFrame) {
      if (this.#produce() !== 'starved') continue;
      this.#options.logger.warn(
        { title: this.#reel.cue.what.record?.title },
        'broadcast cut a track short because the disk was too slow: check the disk of DATA_DIR',
      );
      this.#startNext();
    }
  }

  /** The catalogue or the station's settings changed: what was chosen for later is chosen again. */
  reconsider(): void {
    void this.#plan(false);
  }

  /**
   * Resolves when nothing waits for the disk: the next cue is chosen and the slice ahead of the current one is read.
   */
  async settled(): Promise<void> {
    await this.#planning.running;
    await this.#reel.cue.frames.refilled();
  }

  [Symbol.dispose](): void {
    this.#planning.stop();
    this.#reel[Symbol.dispose]();
    this.#next?.frames[Symbol.dispose]();
  }

  /** One frame, or the step to the next cue. */
  #produce(): 'frame' | 'end' | 'starved' {
    if (this.#reel.cue.what.kind === 'bed') this.#leaveBed();
    const state = this.#reel.advance();
    if (state === 'end') this.#startNext();
    return state;
  }

  /** The bed gives way as soon as there is something else, and asks for it after each round. */
  #leaveBed(): void {
    if (this.#next) this.#startNext();
    else if (this.#bed.isRoundComplete && this.#planning.running === null) void this.#plan(true);
  }

  #startNext(): void {
    const { what, frames, inBreak } = this.#reel.cue;
    if (frames.fault && what.record) this.#loader.leaveOut(what.record, frames.fault, this.#reel.endMs);
    if (inBreak?.next) {
      this.#begin(inBreak.next);
      return;
    }
    const next = this.#next ?? this.#newBed();
    this.#next = null;
    this.#followWall();
    this.#begin(next);
    if (next.what.record || this.#planning.running === null) void this.#plan(false);
  }

  #begin(cue: Cue): void {
    const { startFrame } = this.#reel.begin(cue);
    const { what, inBreak } = cue;
    // Within a spot, only members hear another piece from here on.
    if (what.record === null || inBreak?.begins === null) return;
    const startedMs = this.timeline.dates.instant(startFrame);
    const begin = { startedMs, countedMs: wholeFrameInstant(startFrame) };
    this.#options.onStart(what.record, begin, inBreak?.begins ?? null);
  }

  /** Between two pieces; true when frames are dated anew from here on. */
  #followWall(): boolean {
    const { dates } = this.timeline;
    const { aheadFrames } = this.#options.wall;
    if (dates.aheadFrames === aheadFrames) return false;
    dates.redate(aheadFrames);
    return true;
  }

  /**
   * Dates frames anew in the middle of a piece. It is not heard, but the piece stands in the journal at both instants.
   */
  #followWallAtOnce(): void {
    if (!this.#followWall()) return;
    const entry = this.timeline.entryAt(this.timeline.headFrame);
    const record = entry?.guest.record;
    if (entry && record) this.#options.onRedated(record, this.timeline.dates.instant(entry.startFrame));
  }

  #newBed(): Cue {
    this.#bed = new BedLoop(this.#options.bed);
    return bedCue(this.#bed);
  }

  /** Chooses what comes next and makes it ready. */
  #plan(afterBed: boolean): Promise<void> {
    if (this.#planning.running === null) this.#isAfterBed = afterBed;
    return this.#planning.run();
  }

  async #chooseNext(): Promise<void> {
    this.#retry = null;
    const afterBed = this.#isAfterBed;
    const { span } = this.#reel;
    const advertBreak = span && (await this.#breaks.after(span));
    const choice = advertBreak ?? (await this.#loader.choose(() => this.#reel.endMs, afterBed));
    if (choice === 'later') {
      this.#retry = { atFrame: this.timeline.headFrame + RETRY_FRAMES, afterBed };
      // A cue that is ready is better than none, even if the ground for its choice has changed.
      return;
    }
    this.#next?.frames[Symbol.dispose]();
    this.#next = choice === 'nothing' ? null : choice;
    if (this.#planning.isStopped) this.#next?.frames[Symbol.dispose]();
  }

  #retryWhenDue(): void {
    if (this.#retry === null || this.#planning.running !== null || this.#next !== null) return;
    if (this.timeline.headFrame >= this.#retry.atFrame) void this.#plan(this.#retry.afterBed);
  }

  /**
   * As produceUntil, but waits for the disk: before the stream is on air. It owes nothing afterwards, since the other
   * streams may take their time to open.
   */
  async #fill(dueFrame: number): Promise<void> {
    while (this.timeline.headFrame < dueFrame) {
      await this.#planning.running;
      if (this.#produce() === 'starved') await this.#reel.cue.frames.refilled();
    }
    await this.settled();
  }
}

function bedCue(frames: BedLoop): Cue {
  return { what: { kind: 'bed', record: null }, frames, inBreak: null };
}
