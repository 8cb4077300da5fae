import { FullStream, type OpenSound } from './feed/sound-feed.ts';
import type { SoundSurroundings } from './sound.ts';

/** An answer that takes longer tells of nothing that is still so. */
const REASON_MS = 10_000;

/** The wait of who was refused for want of room, until the server may be asked again [R239]. */
export class FullWait {
  readonly #around: Pick<SoundSurroundings, 'clock' | 'random'>;
  readonly #open: OpenSound;
  /** By a clock that never jumps. */
  #untilMs = 0;
  #waiting: Disposable | null = null;
  #asking: AbortController | null = null;
  /** Why the server let nobody in when it was asked last. */
  #words: string | undefined;

  constructor(around: Pick<SoundSurroundings, 'clock' | 'random'>, open: OpenSound) {
    this.#around = around;
    this.#open = open;
  }

  /**
   * Puts an attempt off, in place of an earlier one; false where it need not wait.
   * @param isHeard who hears the stream has been let in
   */
  putsOff(attempt: () => void, isHeard: boolean): boolean {
    const { clock } = this.#around;
    this.#waiting?.[Symbol.dispose]();
    const waitMs = isHeard ? 0 : this.#untilMs - clock.monotonicMs();
    if (waitMs > 0) this.#waiting = clock.after(waitMs, attempt);
    return waitMs > 0;
  }

  /**
   * Notes a loss. A little later than asked: those who were refused together do not come back together.
   * @param isAsked whether the reason is about to be asked for: until it is known the one before counts
   * @returns why the server lets nobody in, in its own words, as far as is known
   */
  note(full: FullStream | undefined, isAsked = false): string | undefined {
    const { clock, random } = this.#around;
    this.#untilMs = full ? clock.monotonicMs() + full.waitMs * (1 + random() / 4) : 0;
    this.#words = full?.message ?? (isAsked ? this.#words : undefined);
    return this.#words;
  }

  /**
   * Asks the server why it let nobody in, which a media element does not tell; the attempts go on meanwhile.
   * @returns null where that is not for want of room, while it is being asked already, and once nobody wants to know
   */
  async ask(address: string): Promise<FullStream | null> {
    if (this.#asking) return null;
    const asking = new AbortController();
    this.#asking = asking;
    const patience = this.#around.clock.after(REASON_MS, () => asking.abort());
    const reason = await this.#open(address, asking.signal).catch((error: unknown) => error);
    patience[Symbol.dispose]();
    const isWanted = this.#asking === asking;
    if (isWanted) this.#asking = null;
    asking.abort();
    if (isWanted && reason instanceof FullStream) return reason;
    if (isWanted) this.#words = undefined;
    return null;
  }

  /** Nobody wants to hear anything any more. */
  end(): void {
    this.#untilMs = 0;
    this.#words = undefined;
    this.#waiting?.[Symbol.dispose]();
    this.#asking?.abort();
    this.#asking = null;
  }
}
