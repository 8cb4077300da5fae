import type { StreamMarks, WireMark } from '#src/broadcast/now-playing/marks.wire.ts';
import { EAR_PATIENCE_MS, LOST_KEPT_MS } from '#src/contract/limits.ts';
import type { StreamId } from '#src/contract/streams.ts';
import type { PlayerEngine } from '#src/features/player/engine/player-engine.ts';
import type { Variant } from '#src/features/player/sound/sound.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { FollowedMarks } from './followed-marks.ts';
import type { HeardPiece, HeardTrack } from './heard-track.ts';
import { heldBackMs } from './held-title.ts';
import { markHeardAt } from './marks-heard.ts';

/** What the ear needs of the player. */
export type EarPlayer = Pick<
  PlayerEngine,
  'subscribe' | 'getState' | 'heardMs' | 'heardVariant' | 'askPlaceAgain'
>;

export interface EarSurroundings {
  readonly clock: Clock;
  /** 0 to 1 */
  random(): number;
  readonly player: EarPlayer;
  /** Asks for the marks of a variant; rejects without an answer that can be read. */
  askMarks(streamId: StreamId, variant: Variant): Promise<StreamMarks>;
  /** Told what is heard when that changes; null when nothing is. */
  show(heard: HeardTrack | null): void;
}

/** Longest time between two looks while something is known: what a player does not tell is noticed by then. */
const LOOK_EVERY_MS = 10_000;
/** The same while the instant heard is on its way. */
const WAIT_LOOK_MS = 250;
/** The same once that takes long, as in an outage, or as long as the sound, as of another server's stream. */
const LONG_WAIT_LOOK_MS = 1_000;
/** A player that catches up plays this much faster at most: a look is never later than that by it. */
const FASTEST_RATE = 1.05;
/** Timers that are due at once would keep a sound that stands still busy. */
const SHORTEST_LOOK_MS = 20;

/** One stream in one variant, as it is followed. */
interface Followed {
  readonly streamId: StreamId;
  readonly variant: Variant;
  readonly marks: FollowedMarks;
  /** False from when the timeline was dated anew until the player knows the instant heard again. */
  isDated: boolean;
}

/** The title on air of a stream, and when it is heard as far as nobody knows better. */
interface Held {
  readonly streamId: StreamId;
  readonly track: HeardPiece;
  readonly before: HeardPiece | null;
  /** By the clock that never jumps. */
  readonly dueMs: number;
}

/** What was known is not any more: the sound is lost, or plays and does not say where it stands. */
interface Lapse {
  readonly isPlaying: boolean;
  /** By the clock that never jumps. */
  readonly sinceMs: number;
  /** Since when it is unknown: a sound that comes and goes is lost and plays in turn. */
  readonly unknownMs: number;
}

/**
 * Says what is heard [R157]: the marks of the stream that plays, read at the instant heard. One timer to the
 * next change; nothing runs while nothing plays.
 */
export class EarClock {
  readonly #around: EarSurroundings;
  #followed: Followed | null = null;
  #held: Held | null = null;
  #shown: HeardTrack | null = null;
  /** Whether what is shown is known by the ear, or since when no more; null when it was not, or for another stream. */
  #known: 'now' | Lapse | null = null;
  /** Since when this stream sounds; null while none does. */
  #since: { readonly streamId: StreamId; readonly ms: number } | null = null;
  #timer: Disposable | null = null;

  constructor(around: EarSurroundings) {
    this.#around = around;
    around.player.subscribe(() => this.#look());
    this.#look();
  }

  /** Takes the title on air of the stream that is shown: call it whenever that is another one. */
  hearOnAir(streamId: StreamId, track: HeardPiece): void {
    const { clock } = this.#around;
    const known = this.#held?.streamId === streamId ? this.#held : null;
    if (known?.track.started_at === track.started_at) {
      this.#held = { ...known, track };
    } else {
      const holdMs = known === null ? 0 : heldBackMs(Date.parse(track.started_at), clock.nowMs());
      const dueMs = clock.monotonicMs() + holdMs;
      this.#held = { streamId, track, before: known?.track ?? null, dueMs };
    }
    if (track.titre !== known?.track.titre || track.started_at !== known.track.started_at)
      this.#lookForHeld();
    this.#look();
  }

  #look(): void {
    this.#timer?.[Symbol.dispose]();
    this.#timer = null;
    const { clock, player } = this.#around;
    const { phase, streamId, preview } = player.getState();
    const isPlaying = phase === 'playing';
    const isLost = phase === 'reconnecting' || phase === 'offline';
    if (streamId === null || preview !== null || !(isPlaying || isLost)) {
      this.#followed = this.#known = this.#since = null;
      this.#show(null);
      return;
    }
    if (!isPlaying) this.#since = null;
    else if (this.#since?.streamId !== streamId) this.#since = { streamId, ms: clock.monotonicMs() };
    const followed = this.#follow(streamId, player.heardVariant);
    const heardMs = isPlaying && followed?.isDated ? player.heardMs : null;
    const isLacking = followed?.marks.lackOnAir ?? false;
    const heard =
      heardMs === null || isLacking ? undefined : markHeardAt(followed?.marks.marks ?? [], heardMs);
    let waitMs = (isPlaying && followed?.marks.askWhenDue(heardMs)) || LOOK_EVERY_MS;
    if (heardMs !== null && heard !== undefined) {
      this.#known = 'now';
      this.#showHeard(streamId, heard.named, heardMs);
      waitMs = Math.min(waitMs, untilMs(heard.nextMs, heardMs));
    } else {
      const isKept = !isLacking && this.#isKept(isPlaying);
      const lookMs = this.#isNew ? WAIT_LOOK_MS : LONG_WAIT_LOOK_MS;
      waitMs = Math.min(waitMs, lookMs, isKept ? LOOK_EVERY_MS : this.#showHeldBack(streamId));
    }
    this.#timer = clock.after(Math.max(SHORTEST_LOOK_MS, waitMs), () => this.#look());
  }

  /** @param variant null while it is unknown: the stream is then followed as it was */
  #follow(streamId: StreamId, variant: Variant | null): Followed | null {
    const { clock, random, askMarks } = this.#around;
    if (this.#followed?.streamId !== streamId) this.#followed = this.#known = null;
    if (variant === null || this.#followed?.variant === variant) return this.#followed;
    const followed: Followed = {
      streamId,
      variant,
      marks: new FollowedMarks({
        clock,
        random,
        ask: () => askMarks(streamId, variant),
        onAnswer: (isAnew) => this.#onAnswer(followed, isAnew),
      }),
      isDated: true,
    };
    this.#followed = followed;
    this.#lookForHeld();
    return followed;
  }

  #lookForHeld(): void {
    const { track, streamId } = this.#held ?? {};
    if (track?.slug && this.#followed?.streamId === streamId) this.#followed?.marks.lookFor(track);
  }

  #onAnswer(followed: Followed, isAnew: boolean): void {
    if (followed !== this.#followed) return;
    if (isAnew) {
      followed.isDated = false;
      const onPlace = () => {
        followed.isDated = true;
        this.#look();
      };
      this.#around.player.askPlaceAgain().then(onPlace, onPlace);
    }
    this.#look();
  }

  /** Whether what was heard last is still shown: an answer may be on its way, or the sound itself [R160]. */
  #isKept(isPlaying: boolean): boolean {
    if (this.#known === null) return false;
    const nowMs = this.#around.clock.monotonicMs();
    let lapse = this.#known === 'now' ? null : this.#known;
    // A sound that is back has as long to say where it stands as any other.
    if (lapse?.isPlaying !== isPlaying)
      this.#known = lapse = { isPlaying, sinceMs: nowMs, unknownMs: lapse?.unknownMs ?? nowMs };
    if (nowMs - lapse.unknownMs >= LOST_KEPT_MS + EAR_PATIENCE_MS) return false;
    return nowMs - lapse.sinceMs < (isPlaying ? EAR_PATIENCE_MS : LOST_KEPT_MS);
  }

  #showHeard(streamId: StreamId, named: WireMark | null, heardMs: number): void {
    if (named !== null) {
      this.#show({ streamId, track: this.#asTrack(streamId, named), isGuess: false });
      return;
    }
    // A long break: the track before it is older than the marks.
    const onAir = this.#onAir(streamId);
    const isHeard = onAir !== null && onAir.slug !== '' && Date.parse(onAir.started_at) <= heardMs;
    // Jingles and the bed of a stream without music yet have its own name alone [R10].
    const isWithoutMusic = onAir?.duration === 0;
    const before = this.#shown?.streamId === streamId ? this.#shown.track : null;
    this.#show({ streamId, track: isHeard || isWithoutMusic ? onAir : before, isGuess: false });
  }

  /** Shows the title on air once it is heard by the burst's known length [R161]. Returns how long until then. */
  #showHeldBack(streamId: StreamId): number {
    this.#known = null;
    const held = this.#held;
    if (held?.streamId !== streamId) {
      this.#show(null);
      return LOOK_EVERY_MS;
    }
    const nowMs = this.#around.clock.monotonicMs();
    const leftMs = held.dueMs - nowMs;
    const track = leftMs > 0 && held.before ? held.before : held.track;
    this.#show({ streamId, track, isGuess: this.#isNew });
    return leftMs > 0 ? leftMs : LOOK_EVERY_MS;
  }

  /** Whether the stream sounds since a moment ago: the radio may still say where. */
  get #isNew(): boolean {
    return this.#since !== null && this.#around.clock.monotonicMs() - this.#since.ms < EAR_PATIENCE_MS;
  }

  #onAir(streamId: StreamId): HeardPiece | null {
    return this.#held?.streamId === streamId ? this.#held.track : null;
  }

  #show(heard: HeardTrack | null): void {
    const shown = this.#shown;
    const isSame = heard?.streamId === shown?.streamId && heard?.track === shown?.track;
    if (isSame && heard?.isGuess === shown?.isGuess) return;
    this.#shown = heard;
    this.#around.show(heard);
  }

  /** The same object as before for the same piece, so that nothing is drawn anew. */
  #asTrack(streamId: StreamId, mark: WireMark): HeardPiece {
    const { first_ms, artiste, titre, slug, pochette, duration } = mark;
    const started_at = new Date(first_ms).toISOString();
    const shown = this.#shown?.streamId === streamId ? this.#shown.track : null;
    const known = [shown, this.#onAir(streamId)];
    const same = known.find((track) => track?.started_at === started_at && track.titre === titre);
    if (same) return same;
    return { artiste, titre, pochette, slug, started_at, duration };
  }
}

/** Milliseconds until a change is looked for: short of it while it is far, so that no look is late. */
function untilMs(nextMs: number | null, heardMs: number): number {
  if (nextMs === null) return LOOK_EVERY_MS;
  return Math.min(LOOK_EVERY_MS, (nextMs - heardMs) / FASTEST_RATE);
}
