import { DAY_MS, MINUTE_MS } from '#src/contract/durations.ts';
import { DIARY_SENT_DAYS, DIARY_SENT_MAX } from '#src/contract/limits.ts';
import type { HeardPlay } from '#src/features/diary/diary.wire.ts';
import { sendHeard } from '#src/features/diary/diary-calls.ts';
import { onePerPage } from '#src/page/browser/browser.ts';
import { sessionOf } from '#src/page/session/session-store.ts';
import { CallError } from '#src/page/wire/call-error.ts';
import { memberChangesOf } from '#src/page/wire/member-changes.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { type DiaryNotes, diaryNotesOf, isSamePlay } from './diary-notes.ts';

/** Wait before plays are sent: most batches hold one, and a stay of hours makes few calls [A70]. */
const DIARY_SEND_AFTER_MS = 2 * MINUTE_MS;
const SENT_MS = DIARY_SENT_DAYS * DAY_MS;
/** Age up to which an unknown play is sent again: the server may not have drained it yet. */
const UNKNOWN_KEPT_MS = 15 * MINUTE_MS;

interface SenderSurroundings {
  readonly clock: Clock;
  readonly notes: DiaryNotes;
  /** The member who is signed in. */
  owner(): string | null;
  /**
   * Returns the plays that the server does not know.
   * @throws {CallError}
   */
  send(heard: readonly HeardPlay[]): Promise<readonly HeardPlay[]>;
  onKept(): void;
}

/** Sends the notes to the server, batch by batch, and again what it has not taken [A70]. */
export class HeardSender {
  /** How far the server's clock, which dates plays, is ahead of this browser's; 0 until that is known. */
  aheadMs = 0;
  readonly #around: SenderSurroundings;
  #waiting: Disposable | null = null;
  #sending: Promise<void> | null = null;

  constructor(around: SenderSurroundings) {
    this.#around = around;
  }

  /** Sends before long. */
  sendLater(): void {
    this.#waiting ??= this.#around.clock.after(DIARY_SEND_AFTER_MS, () => void this.send());
  }

  /** Sends what is noted. Resolves when that is done or has failed; never rejects. */
  send(): Promise<void> {
    this.#waiting?.[Symbol.dispose]();
    this.#waiting = null;
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    const owner = this.#around.owner();
    if (owner === null) return;
    let isMore = true;
    while (isMore) isMore = await this.#sendBatch(owner);
  }

  /** Returns whether to go on at once. */
  async #sendBatch(owner: string): Promise<boolean> {
    const { clock, notes, send, onKept } = this.#around;
    const ageMs = ({ started_at }: HeardPlay) => clock.nowMs() + this.aheadMs - Date.parse(started_at);
    const { heard } = notes.read(owner);
    notes.settle(
      owner,
      heard.filter((play) => ageMs(play) >= SENT_MS),
    );
    const batch = notes.read(owner).heard.slice(0, DIARY_SENT_MAX);
    if (batch.length === 0) return false;
    try {
      const unknown = await send(batch);
      const waits = unknown.filter((play) => ageMs(play) < UNKNOWN_KEPT_MS);
      notes.settle(
        owner,
        batch.filter((play) => !waits.some((other) => isSamePlay(other, play))),
      );
      if (unknown.length < batch.length) onKept();
      if (waits.length > 0) this.sendLater();
      return waits.length === 0 && batch.length === DIARY_SENT_MAX;
    } catch (error) {
      this.#fail(owner, batch, error);
      return false;
    }
  }

  #fail(owner: string, batch: readonly HeardPlay[], error: unknown): void {
    const { notes } = this.#around;
    // The notes are by now of whoever has signed in meanwhile, or of nobody [A114].
    if (this.#around.owner() !== owner) return;
    if (error instanceof CallError && error.code === 'diary_off') notes.setOn(owner, false);
    else if (error instanceof CallError && (error.status === 400 || error.status === 422))
      notes.settle(owner, batch);
    else this.sendLater();
  }
}

/** The page's sender. */
export const heardSenderOf = onePerPage((browser) => {
  const session = sessionOf(browser);
  return new HeardSender({
    clock: browser.clock,
    notes: diaryNotesOf(browser),
    owner: () => session.getState().user?.id ?? null,
    send: (plays) => sendHeard(browser, plays),
    onKept: () => void memberChangesOf(browser).tell(['diary']),
  });
});
