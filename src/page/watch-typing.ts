import type { Clock } from '#src/platform/clock/clock.ts';

/** How long nobody has typed before a dialog may open by itself [A62]. */
const TYPING_PAUSE_MS = 5_000;
/** What is typed in a frame of another site, as a donor does, is heard of by its focus alone. */
const TEXT_FIELDS =
  'iframe,textarea,select,[contenteditable],input:not([type=button],[type=checkbox],[type=radio],[type=range],[type=submit])';

/** The part of a document that tells who types. */
export interface TypedPage {
  readonly activeElement: { matches(selector: string): boolean } | null;
  addEventListener(type: 'keydown' | 'focusout', listener: () => void): void;
  removeEventListener(type: 'keydown' | 'focusout', listener: () => void): void;
}

/** Follows whether somebody types, from now until it is disposed. */
export class TypingWatch implements Disposable {
  readonly #page: TypedPage;
  readonly #clock: Clock;
  #typedMs = Number.NEGATIVE_INFINITY;
  #wait: Disposable | null = null;

  constructor(page: TypedPage, clock: Clock) {
    this.#page = page;
    this.#clock = clock;
    page.addEventListener('keydown', this.#note);
    page.addEventListener('focusout', this.#note);
  }

  /**
   * Calls back once no text field has had the focus and no key has been pressed for a while; at once where
   * that is so.
   */
  whenQuiet(callback: () => void): void {
    const nowMs = this.#clock.monotonicMs();
    const isInField = this.#page.activeElement?.matches(TEXT_FIELDS) ?? false;
    // As if there were keys until the next look: a frame may be left without a word.
    if (isInField) this.#typedMs = nowMs + TYPING_PAUSE_MS;
    const leftMs = isInField ? TYPING_PAUSE_MS : this.#typedMs + TYPING_PAUSE_MS - nowMs;
    if (leftMs <= 0) callback();
    else this.#wait = this.#clock.after(leftMs, () => this.whenQuiet(callback));
  }

  [Symbol.dispose](): void {
    this.#wait?.[Symbol.dispose]();
    this.#page.removeEventListener('keydown', this.#note);
    this.#page.removeEventListener('focusout', this.#note);
  }

  readonly #note = (): void => {
    this.#typedMs = this.#clock.monotonicMs();
  };
}
