/** `session` of a stream's address (wire.md). */
const SESSION = /^[A-Za-z0-9_-]{16,64}$/;
/** More than anybody needs; the oldest go first, so that made-up sessions fill no memory. */
const SESSIONS_MAX = 20_000;

export function isSession(text: string): boolean {
  return SESSION.test(text);
}

/** Where each session's audio began, so that its player can tell what the ear hears. */
export class ListeningSessions {
  readonly #firstMs = new Map<string, number>();

  /** The session's latest connection counts. */
  began(session: string, firstMs: number): void {
    this.#firstMs.delete(session);
    this.#firstMs.set(session, firstMs);
    if (this.#firstMs.size <= SESSIONS_MAX) return;
    for (const oldest of this.#firstMs.keys()) {
      this.#firstMs.delete(oldest);
      return;
    }
  }

  /** The timeline instant of the first byte of audio, milliseconds since the Unix epoch; null for an unknown session. */
  firstMs(session: string): number | null {
    return this.#firstMs.get(session) ?? null;
  }
}
