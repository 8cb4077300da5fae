import type { Socket } from 'node:net';
import { BIT_RATE } from '#src/audio/mp3/broadcast-format.ts';
import { HeardPieces } from '#src/broadcast/figures/heard-pieces.ts';
import type { Place } from '#src/broadcast/figures/listener-figures.ts';
import { Segments } from '#src/broadcast/hls/segments.ts';
import type { SegmentState } from '#src/broadcast/hls/told-segments.ts';
import type { Journal } from '#src/broadcast/journal/journal.ts';
import { Audience } from '#src/broadcast/listeners/audience.ts';
import { ListeningSessions } from '#src/broadcast/listeners/listening-sessions.ts';
import type { Playout } from '#src/broadcast/playout/playout.ts';
import { type TimelineEntry, VARIANTS, type Variant } from '#src/broadcast/timeline/timeline.ts';
import { fullTitle } from '#src/contract/full-title.ts';
import type { StreamId } from '#src/contract/streams.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';

interface MountOptions {
  streamId: StreamId;
  playout: Playout;
  /** The title before the first track ever, and of adverts. */
  fallbackTitle: () => string;
  /** The stream's number among all. */
  order: number;
  onEvicted: (streamId: StreamId, socket: Socket) => void;
  journal: Pick<Journal, 'append'>;
  /** What was told of its segments before a restart, and where to keep it. */
  told: { state: SegmentState | null; keep: (state: SegmentState) => void };
}

/** A stream on air: what plays, and who listens. */
export class Mount implements Disposable {
  readonly #options: MountOptions;
  readonly streamId: StreamId;
  readonly playout: Playout;
  /** The listeners of each variant. Outside of advert breaks both are served from the same bytes. */
  readonly audiences: Readonly<Record<Variant, Audience>>;
  readonly sessions = new ListeningSessions();
  readonly segments: Segments;
  /** Called each time after the due frames were put on air. */
  readonly followers = new Set<() => void>();
  readonly #heard: HeardPieces;
  #evicted = 0;

  constructor(options: MountOptions) {
    this.#options = options;
    const { streamId, playout, order, onEvicted } = options;
    this.streamId = streamId;
    this.playout = playout;
    const audience = (variant: Variant) =>
      new Audience({
        ring: () => playout.timeline.ring(variant),
        titleAt: (frame) => this.titleAt(frame, variant),
        order,
        onEvicted: (socket) => {
          this.#evicted += 1;
          onEvicted(streamId, socket);
        },
      });
    const audiences = { guest: audience('guest'), member: audience('member') };
    this.audiences = audiences;
    const { state, keep } = options.told;
    this.segments = new Segments({ timeline: playout.timeline, told: state, keep });
    this.#heard = new HeardPieces({
      streamId,
      timeline: playout.timeline,
      sound: { guest: audiences.guest.sound, member: audiences.member.sound },
      append: (entry) => options.journal.append(entry),
    });
  }

  /** Listeners put out so far because they did not read. */
  get evicted(): number {
    return this.#evicted;
  }

  /** Bytes of sound that went out to listeners of both variants so far. */
  get sentBytes(): number {
    return VARIANTS.reduce((sum, variant) => {
      const { bytes, segmentsMs } = this.audiences[variant].sound;
      return sum + bytes + Math.round((segmentsMs * BIT_RATE) / 8000);
    }, 0);
  }

  /** The part of it that counts as heard [R71]. */
  get heardBytes(): number {
    return Math.round(this.heardMs().reduce((sum, { ms }) => sum + (ms * BIT_RATE) / 8000, 0));
  }

  /** How long that sound lasts, by variant and by the way it took. */
  heardMs(): (Place & { ms: number })[] {
    const { streamId } = this;
    return VARIANTS.flatMap((variant) => {
      const { heardBytes, heardSegmentsMs } = this.audiences[variant].sound;
      return [
        { streamId, variant, transport: 'progressive' as const, ms: (heardBytes * 8000) / BIT_RATE },
        { streamId, variant, transport: 'hls' as const, ms: heardSegmentsMs },
      ];
    });
  }

  /** Puts on air what is due. */
  produceUntil(dueFrame: number): void {
    this.playout.produceUntil(dueFrame);
    this.#heard.follow();
    this.segments.settle();
    for (const variant of VARIANTS) this.audiences[variant].settle();
    for (const follow of this.followers) follow();
  }

  /** Serves the listeners whose tick has come. */
  serve(tick: number): void {
    for (const variant of VARIANTS) this.audiences[variant].serve(tick);
  }

  isCatchingUp(): boolean {
    return VARIANTS.some((variant) => this.audiences[variant].isCatchingUp());
  }

  hasListeners(): boolean {
    return VARIANTS.some((variant) => this.audiences[variant].hasListeners());
  }

  hasListenersAt(tick: number): boolean {
    return VARIANTS.some((variant) => this.audiences[variant].hasListenersAt(tick));
  }

  /**
   * Returns a frame's title: the track's; in a break the stream's name for guests, and for members what they hear.
   */
  titleAt(frame: number, variant: Variant): string {
    const { timeline } = this.playout;
    const entry = timeline.entryAt(frame);
    const isInBreak = entry !== null && entry.guest !== entry.member;
    const shown = isInBreak ? heardBy(variant, entry) : timeline.trackAt(frame);
    return shown ? fullTitle(shown.artist, shown.title) : this.#options.fallbackTitle();
  }

  [Symbol.dispose](): void {
    for (const variant of VARIANTS) this.audiences[variant][Symbol.dispose]();
    this.#heard[Symbol.dispose]();
    this.playout[Symbol.dispose]();
  }
}

/** Returns the piece whose title a variant sees; null for a spot. */
function heardBy(variant: Variant, entry: TimelineEntry): MediaRecord | null {
  return entry[variant].kind === 'spot' ? null : entry[variant].record;
}
