import * as z from 'zod/mini';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { exactInstant, FRAME_SECONDS } from './feed/frame-cutter.ts';
import type { MediaElement } from './media-element.ts';
import type { SoundPlace, SoundSurroundings, Variant } from './sound.ts';

/** Part of a frame by which an element's time may be off its end. */
const AT_END = 0.05;

/** Asked again after a failure: doubling, up to a minute. */
const RETRY_MS = 1_000;
const RETRY_CAP_MS = MINUTE_MS;
/** A session that the server does not know is asked for once more: elsewhere there are none [W60]. */
const UNKNOWN_MAX = 2;
/** The radio may be dated anew after its clock was set: the instant is then another one. */
const ASK_AGAIN_MS = 5 * MINUTE_MS;

const replySchema = z.object({
  data: z.object({
    first_ms: z.number(),
    /** Left out by a radio that is older than the page. */
    now_ms: z.optional(z.number()),
    variant: z.optional(z.enum(['guest', 'member'])),
  }),
});

/**
 * Where on the stream's timeline one connection began, as its server says [W60]. Asks when it is made, and
 * again until it knows; make it once the connection sounds: before, there is no such session.
 */
export class StreamPlace implements SoundPlace, Disposable {
  readonly #element: Pick<MediaElement, 'currentTime'>;
  readonly #around: Pick<SoundSurroundings, 'clock' | 'fetchJson'>;
  readonly #address: string | null;
  #firstMs: number | null = null;
  /** How much later it is by the radio than by this device, as it was when the radio was asked; null until known. */
  #radioAheadMs: number | null = null;
  #variant: Variant;
  #failures = 0;
  #unknown = 0;
  #pending: Disposable | null = null;
  #isOver = false;
  /** Counts questions: the answer to an earlier one may be from before the radio was dated anew. */
  #asked = 0;

  /**
   * @param element plays the connection's address, with its session, from its first byte on
   * @param firstMs the instant of that byte, where the server has said it already
   */
  constructor(
    element: Pick<MediaElement, 'src' | 'currentTime'>,
    around: Pick<SoundSurroundings, 'clock' | 'fetchJson'>,
    firstMs: number | null = null,
  ) {
    this.#element = element;
    this.#around = around;
    this.#address = sessionAddress(element.src);
    this.#variant = /[?&]noads=/.test(element.src) ? 'member' : 'guest';
    this.#firstMs = firstMs && exactInstant(firstMs);
    if (firstMs === null) void this.askAgain();
    else this.#askLater(ASK_AGAIN_MS);
  }

  /** The instant of the connection's first byte, in milliseconds since the Unix epoch; null until known. */
  get firstMs(): number | null {
    return this.#firstMs;
  }

  /** The instant that its element plays, in milliseconds since the Unix epoch; null until known. */
  get heardMs(): number | null {
    return this.#firstMs === null ? null : this.#firstMs + this.#element.currentTime * 1000;
  }

  /** How long after it was on air that instant is heard, if this device's clock goes on evenly; null until known. */
  get lateMs(): number | null {
    const { heardMs } = this;
    if (heardMs === null || this.#radioAheadMs === null) return null;
    return this.#around.clock.nowMs() + this.#radioAheadMs - heardMs;
  }

  /**
   * The same instant of a sound that stands still: it has come to the end of a frame, and the element's time a little
   * further.
   * @param keepsLast whether its time has come to the end of one more, which was not heard
   */
  stoodMs(keepsLast: boolean): number | null {
    if (this.#firstMs === null) return null;
    const come = this.#element.currentTime / FRAME_SECONDS;
    const heard = keepsLast ? Math.max(0, Math.ceil(come - AT_END) - 1) : Math.floor(come + AT_END);
    return this.#firstMs + heard * FRAME_SECONDS * 1000;
  }

  get variant(): Variant {
    return this.#variant;
  }

  /**
   * Asks now, and resolves once there is an answer, or none. Call it when there is reason to believe that the
   * radio has been dated anew.
   */
  async askAgain(): Promise<void> {
    this.#pending?.[Symbol.dispose]();
    if (this.#address !== null && !this.#isOver) await this.#ask(this.#address);
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#pending?.[Symbol.dispose]();
  }

  async #ask(address: string): Promise<void> {
    const asked = ++this.#asked;
    const answer = await this.#around.fetchJson(address).catch(() => null);
    if (this.#isOver || asked !== this.#asked) return;
    const delayMs = this.#read(answer?.reply, answer?.status);
    if (delayMs !== null) this.#askLater(delayMs);
  }

  #askLater(delayMs: number): void {
    this.#pending?.[Symbol.dispose]();
    this.#pending = this.#around.clock.after(delayMs, () => void this.askAgain());
  }

  /** @returns when to ask again, in milliseconds; null for never */
  #read(reply: unknown, status: number | undefined): number | null {
    const { data } = replySchema.safeParse(reply);
    if (data) {
      this.#failures = this.#unknown = 0;
      const { first_ms, now_ms, variant } = data.data;
      this.#firstMs = exactInstant(first_ms);
      this.#radioAheadMs = now_ms === undefined ? null : now_ms - this.#around.clock.nowMs();
      this.#variant = variant ?? this.#variant;
      return ASK_AGAIN_MS;
    }
    if (status === 404 && ++this.#unknown === UNKNOWN_MAX) return null;
    return Math.min(RETRY_MS * 2 ** this.#failures++, RETRY_CAP_MS);
  }
}

/** `/stream/dance.mp3?session=…` → `/stream/dance/session/…`; null for a stream without sessions. */
function sessionAddress(streamAddress: string): string | null {
  const [, stream, session] = /^(.*)\.mp3\?(?:.*&)?session=([\w-]+)/.exec(streamAddress) ?? [];
  return stream === undefined ? null : `${stream}/session/${session}`;
}
