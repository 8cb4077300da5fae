import type { Variant } from '#src/broadcast/timeline/timeline.ts';
import { ownCopy } from '#src/platform/text/own-copy.ts';

/** `session` of a stream's address [W60]. */
const SESSION = /^[A-Za-z0-9_-]{16,64}$/;
/**
 * Most sessions that are remembered. The oldest are forgotten first, so that made-up sessions fill no memory.
 */
const STARTS_MAX = 20_000;

export function isSession(text: string): boolean {
  return SESSION.test(text);
}

/** Where a session's audio began. */
export interface SessionStart {
  readonly frame: number;
  /** How frames were dated when the session last read its instant; see FrameDates. */
  toldAhead: number;
  /** What it is sent, whatever its address asked for. */
  readonly variant: Variant;
}

/** Where each session's audio began, and in which variant, so that its player can show the title that is being heard. */
export class ListeningSessions {
  readonly #starts = new Map<string, SessionStart>();

  /** The session's latest connection counts. */
  began(session: string, start: SessionStart): void {
    this.#starts.delete(session);
    this.#starts.set(ownCopy(session), start);
    if (this.#starts.size <= STARTS_MAX) return;
    for (const oldest of this.#starts.keys()) {
      this.#starts.delete(oldest);
      return;
    }
  }

  /** Null for an unknown session. */
  find(session: string): SessionStart | null {
    return this.#starts.get(session) ?? null;
  }
}
