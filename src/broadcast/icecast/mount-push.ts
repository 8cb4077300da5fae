import { BIT_RATE } from '#src/audio/mp3/broadcast-format.ts';
import type { AudioRing } from '#src/broadcast/timeline/audio-ring.ts';
import type { Timeline, TimelineEntry, Variant } from '#src/broadcast/timeline/timeline.ts';
import { BURST_MS } from '#src/contract/limits.ts';
import type { StreamId } from '#src/contract/streams.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { askIcecast, type IcecastServer, type MountWords, sourceHead } from './icecast-server.ts';
import { IcecastSource } from './icecast-source.ts';
import type { Trouble } from './icecast-troubles.ts';

/** [W191] How much sound may wait for Icecast to read it. */
const ICECAST_BACKLOG_MS = 10_000;
/** [W191] The longest pause before another try, and the first one; each further one is twice as long. */
const ICECAST_RETRY_MAX_MS = 10_000;
const ICECAST_RETRY_MS = 1_000;
/** [W192] How far back a source goes on where it was cut off. */
export const ICECAST_RESUME_MS = 10_000;
/** [W193] How long sound waits for Icecast to have its title. */
const ICECAST_TITLE_WAIT_MS = 1_000;
/** Pause before a title is told again that was not taken. */
const TITLE_AGAIN_MS = 5_000;
const BYTES_A_MS = BIT_RATE / 8 / 1000;
/** Icecast reads what comes, and a write costs more than what is written: half a second at a time. */
const PIECE_BYTES_MIN = 500 * BYTES_A_MS;

/** What of a stream on air is pushed. */
export interface PushedStream {
  readonly streamId: StreamId;
  readonly playout: { readonly timeline: Timeline };
  /** The title that a variant sees at a frame. */
  titleAt(frame: number, variant: Variant): string;
}

interface MountPushOptions {
  server: IcecastServer;
  stream: PushedStream;
  variant: Variant;
  words: () => MountWords;
  /** The instant up to which a mount was pushed before a restart; null when that is not known. */
  told: { msOf(path: string): number | null };
  onTrouble: (trouble: Trouble, path: string, reason: string) => void;
  clock: Clock;
}

/** The mount of a variant: `/dance.mp3`, and `/dance-noads.mp3` for members [W190]. */
export function mountPath(streamId: StreamId, variant: Variant): string {
  return variant === 'guest' ? `/${streamId}.mp3` : `/${streamId}-noads.mp3`;
}

/**
 * Pushes one variant of a stream to its mount at Icecast, as it goes on air, and connects again for as long as it has
 * to. Nothing here waits: what Icecast does not read is given up together with the connection.
 */
export class MountPush implements Disposable {
  readonly path: string;
  readonly #options: MountPushOptions;
  #source: IcecastSource | null = null;
  #retry: Disposable | null = null;
  #failures = 0;
  /** What was wrong last; null while it is on air. */
  #trouble: Trouble | null = null;
  /** Position in the ring up to which everything was pushed; null before the first time. */
  #sent: number | null = null;
  /** The entry whose title was looked at last. */
  #entry: TimelineEntry | null = null;
  /** The title that Icecast has; null when it has to be told. */
  #title: string | null = null;
  #titleAgainMs = 0;
  #isTelling = false;

  constructor(options: MountPushOptions) {
    this.#options = options;
    this.path = mountPath(options.stream.streamId, options.variant);
    this.#connect();
  }

  get isOnAir(): boolean {
    return this.#source?.isOnAir ?? false;
  }

  /** Whether Icecast has the sound and its title. */
  get isWell(): boolean {
    return this.isOnAir && this.#title !== null;
  }

  /** The instant up to which it was pushed; null before the first time. */
  get toldMs(): number | null {
    const taken = this.#taken;
    if (taken === null) return this.#options.told.msOf(this.path);
    return this.#timeline.dates.instant(this.#ring.frameAt(taken));
  }

  /** Call it each time after the due frames were put on air. */
  follow(): void {
    const source = this.#source;
    if (!source?.isOnAir || this.#isTelling || this.#sent === null) return;
    if (source.waitingBytes > ICECAST_BACKLOG_MS * BYTES_A_MS) {
      this.cutOff('it does not read');
      return;
    }
    const ring = this.#ring;
    if (ring.head - this.#sent < PIECE_BYTES_MIN) return;
    const change = this.#titleChange(ring, this.#sent);
    const until = change ? Math.max(this.#sent, ring.positionOf(change.frame)) : ring.head;
    // A view on the ring, which stands for longer than a backlog may last.
    if (until > this.#sent) source.write(ring.slice(this.#sent, until));
    this.#sent = until;
    if (change) this.#tell(source, change.title);
  }

  /** Gives up a connection that leads nowhere. */
  cutOff(reason: string): void {
    if (this.#source !== null) this.#failed('stuck', reason);
  }

  [Symbol.dispose](): void {
    this.#retry?.[Symbol.dispose]();
    this.#source?.[Symbol.dispose]();
    this.#source = null;
  }

  get #timeline(): Timeline {
    return this.#options.stream.playout.timeline;
  }

  get #ring(): AudioRing {
    return this.#timeline.ring(this.#options.variant);
  }

  /** Up to which frame nothing waits here any more; null before the first time. */
  get #taken(): number | null {
    const waiting = this.#source?.waitingBytes ?? 0;
    if (this.#sent === null || waiting === 0) return this.#sent;
    const ring = this.#ring;
    return ring.positionOf(ring.frameAt(Math.max(ring.tail, this.#sent - waiting)));
  }

  #connect(): void {
    const { server, words, clock } = this.#options;
    const source: IcecastSource = new IcecastSource({
      server,
      head: sourceHead(server, this.path, words()),
      clock,
      onAir: () => this.#began(),
      onEnd: (trouble, reason) => {
        if (this.#source === source) this.#failed(trouble, reason);
      },
    });
    this.#source = source;
  }

  #began(): void {
    const ring = this.#ring;
    this.#failures = 0;
    this.#trouble = null;
    const earliest = Math.max(ring.tail, ring.head - ICECAST_RESUME_MS * BYTES_A_MS);
    const before = this.#sent ?? this.#toldPosition(ring);
    const burst = Math.max(ring.tail, ring.head - BURST_MS * BYTES_A_MS);
    const isRecent = before !== null && before >= earliest && before <= ring.head;
    this.#sent = isRecent ? before : ring.positionOf(ring.frameAt(burst));
    this.#entry = this.#timeline.entryAt(ring.frameAt(this.#sent));
    this.#title = null;
    this.#titleAgainMs = 0;
    this.#isTelling = false;
    this.follow();
  }

  #toldPosition(ring: AudioRing): number | null {
    const toldMs = this.#options.told.msOf(this.path);
    const isKept = (frame: number) => frame >= ring.tailFrame && frame <= ring.headFrame;
    const frame = toldMs === null ? null : this.#timeline.dates.frameAt(toldMs, isKept);
    return frame === null ? null : ring.positionOf(frame);
  }

  #failed(trouble: Trouble, reason: string): void {
    const { clock, onTrouble } = this.#options;
    // One that hangs takes no new connection either: that is one trouble, not two.
    this.#trouble = trouble === 'away' && this.#trouble === 'stuck' ? 'stuck' : trouble;
    this.#sent = this.#taken;
    this.#source?.[Symbol.dispose]();
    this.#source = null;
    const pauseMs = Math.min(ICECAST_RETRY_MAX_MS, ICECAST_RETRY_MS * 2 ** this.#failures);
    this.#failures += 1;
    this.#retry = clock.after(pauseMs, () => this.#connect());
    onTrouble(this.#trouble, this.path, reason);
  }

  /** The first frame that was not pushed yet and has a title that Icecast does not know. */
  #titleChange(ring: AudioRing, sent: number): { frame: number; title: string } | null {
    const { stream, variant, clock } = this.#options;
    const next = ring.frameAt(sent);
    for (const entry of this.#timeline.entriesAfter(this.#entry)) {
      if (entry.startFrame >= ring.headFrame) break;
      this.#entry = entry;
      const title = stream.titleAt(entry.startFrame, variant);
      if (title !== this.#title) return { frame: Math.max(next, entry.startFrame), title };
    }
    if (this.#title !== null || clock.monotonicMs() < this.#titleAgainMs) return null;
    return { frame: next, title: stream.titleAt(next, variant) };
  }

  /** Tells Icecast a title, and then sends the sound that has it: Icecast shows it from what it reads next [W193]. */
  #tell(source: IcecastSource, title: string): void {
    const { server, clock } = this.#options;
    let isAwaited = true;
    this.#isTelling = true;
    const goOn = () => {
      if (!isAwaited || this.#source !== source) return;
      isAwaited = false;
      this.#isTelling = false;
      this.follow();
    };
    const patience = clock.after(ICECAST_TITLE_WAIT_MS, goOn);
    this.#title = title;
    const query = new URLSearchParams({ mode: 'updinfo', mount: this.path, charset: 'UTF-8', song: title });
    source
      .written()
      .then(() => askIcecast(server, `/admin/metadata?${query}`, clock))
      .then(
        ({ status, body }) => (status === 200 && /<return>1</.test(body ?? '') ? 'told' : `${status}`),
        // One that answers nothing has more than titles wrong, which is told elsewhere.
        () => null,
      )
      .then((answer) => {
        if (answer !== 'told' && this.#source === source) this.#untold(title, answer);
        patience[Symbol.dispose]();
        goOn();
      });
  }

  #untold(title: string, reason: string | null): void {
    if (this.#title === title) this.#title = null;
    this.#titleAgainMs = this.#options.clock.monotonicMs() + TITLE_AGAIN_MS;
    if (reason !== null) this.#options.onTrouble('titles', this.path, reason);
  }
}
