import type { BroadcastFrames } from '#src/audio/mp3/broadcast-frames.ts';
import type { Programme } from '#src/broadcast/rotation/programme.ts';
import { frameInstant, framesIn, wholeFrameInstant } from '#src/broadcast/timeline/frame-grid.ts';
import { Timeline } from '#src/broadcast/timeline/timeline.ts';
import type { WallFollower } from '#src/broadcast/timeline/wall-follower.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { SingleRun } from '#src/platform/scheduling/single-run.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import { BedLoop } from './bed.ts';
import type { Cue } from './cue.ts';
import { CueLoader } from './cue-loader.ts';
import type { FrameSource } from './frame-source.ts';

/** How much of a stream there is before it has begun: a listener's burst, and a whole second more for ICY. */
const LEAD_IN_FRAMES = framesIn(5000);
/** Standing still longer than this is left out: no player has waited for it. */
const STANDSTILL_FRAMES = framesIn(10_000);
/** How soon a piece is tried again that the machine refused: the next piece is opened minutes before its time. */
const RETRY_FRAMES = framesIn(1_000);

export interface PlayoutOptions {
  programme: Programme;
  bed: BroadcastFrames;
  /** Where the rendered audio of a media id lies. */
  audioPath: (id: string) => string;
  logger: Logger;
  /** By how much the wall clock is ahead of the count of frames, and whether to follow it without waiting for a join. */
  wall: Pick<WallFollower, 'aheadFrames' | 'isOverdue'>;
  /** Called when a piece of media begins (never the bed). */
  onStart: (record: MediaRecord, begin: Begin) => void;
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

/** What goes on as if it had never stopped; see planResume. */
export interface Resumption {
  firstFrame: number;
  skipFrames: number;
  records: MediaRecord[];
}

/** Keeps one stream's timeline full: plays the cue, has the next one ready before its time, and never runs out. */
export class Playout {
  readonly timeline: Timeline;
  readonly #options: PlayoutOptions;
  readonly #loader: CueLoader;
  #bed: BedLoop;
  #current: Cue;
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
    this.timeline = new Timeline(firstFrame);
    this.#bed = new BedLoop(options.bed);
    this.#current = this.#bedCue();
  }

  /** Opens a stream whose audio reaches up to `dueFrame`: from where it left off, or with a new piece. */
  static async open(
    options: PlayoutOptions,
    dueFrame: number,
    resumption: Resumption | null,
  ): Promise<Playout> {
    const resumed = resumption && new Playout(options, resumption.firstFrame);
    if (resumed && (await resumed.#resume(resumption))) {
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
    if (this.#options.wall.isOverdue) this.#followWallAtOnce();
    this.#retryWhenDue();
    while (this.timeline.headFrame < dueFrame) {
      if (this.#produce() !== 'starved') continue;
      this.#options.logger.warn(
        { title: this.#current.what.record?.title },
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
    await this.#current.frames.refilled();
  }

  [Symbol.dispose](): void {
    this.#planning.stop();
    this.#current.frames[Symbol.dispose]();
    this.#next?.frames[Symbol.dispose]();
  }

  /** One frame, or the step to the next cue. */
  #produce(): 'frame' | 'end' | 'starved' {
    if (this.#current.what.kind === 'bed') this.#leaveBed();
    const { frames } = this.#current;
    const state = frames.next();
    if (state === 'frame') this.timeline.append(frames);
    if (state === 'end') this.#startNext();
    return state;
  }

  /** The bed gives way as soon as there is something else, and asks for it after each round. */
  #leaveBed(): void {
    if (this.#next) this.#startNext();
    else if (this.#bed.isRoundComplete && this.#planning.running === null) void this.#plan(true);
  }

  #startNext(): void {
    const { what, frames } = this.#current;
    if (frames.fault && what.record) this.#loader.leaveOut(what.record, frames.fault, this.#nextStartMs());
    frames[Symbol.dispose]();
    this.#current = this.#next ?? this.#bedCue();
    this.#next = null;
    this.#followWall();
    const { guest, startFrame } = this.timeline.begin(this.#current.what);
    if (guest.record) {
      const startedMs = this.timeline.dates.instant(startFrame);
      this.#options.onStart(guest.record, { startedMs, countedMs: wholeFrameInstant(startFrame) });
    }
    if (guest.record || this.#planning.running === null) void this.#plan(false);
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

  #bedCue(): Cue {
    this.#bed = new BedLoop(this.#options.bed);
    return { what: { kind: 'bed', record: null }, frames: this.#bed };
  }

  /** Chooses what comes next and makes it ready. */
  #plan(afterBed: boolean): Promise<void> {
    if (this.#planning.running === null) this.#isAfterBed = afterBed;
    return this.#planning.run();
  }

  async #chooseNext(): Promise<void> {
    this.#retry = null;
    const afterBed = this.#isAfterBed;
    const choice = await this.#loader.choose(() => this.#nextStartMs(), afterBed);
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

  /** When what is on air will have ended, by the count of frames. */
  #nextStartMs(): number {
    const head = this.timeline.headFrame;
    const entry = this.timeline.entryAt(head);
    const end = entry?.guest.record ? entry.startFrame + entry.guest.record.frames : head;
    return frameInstant(Math.max(head, end));
  }

  /** Lays the journal's entries on the timeline; false when a piece of it is no longer there. */
  async #resume({ records, skipFrames }: Resumption): Promise<boolean> {
    for (const [index, record] of records.entries()) {
      const cue = await this.#loader.load(record, frameInstant(this.timeline.headFrame));
      if (typeof cue !== 'object') return false;
      this.#current.frames[Symbol.dispose]();
      this.#current = cue;
      const entry = this.timeline.begin(cue.what);
      if (index === 0) {
        entry.startFrame -= skipFrames;
        await this.#play(skipFrames, () => {});
      }
      if (index < records.length - 1) {
        await this.#play(Number.POSITIVE_INFINITY, (frames) => this.timeline.append(frames));
      }
    }
    await this.#plan(false);
    return true;
  }

  /** So many frames of the current cue, or all there are. */
  async #play(count: number, take: (frames: FrameSource) => void): Promise<void> {
    const { frames } = this.#current;
    for (let played = 0; played < count; ) {
      const state = frames.next();
      if (state === 'end') return;
      if (state === 'starved') await frames.refilled();
      else {
        take(frames);
        played += 1;
      }
    }
  }

  /**
   * As produceUntil, but waits for the disk: before the stream is on air. It owes nothing afterwards, since the other
   * streams may take their time to open.
   */
  async #fill(dueFrame: number): Promise<void> {
    while (this.timeline.headFrame < dueFrame) {
      await this.#planning.running;
      if (this.#produce() === 'starved') await this.#current.frames.refilled();
    }
    await this.settled();
  }
}
