import type { Socket } from 'node:net';
import { AD_FREE_STREAMS } from '#src/contract/limits.ts';

/** How many streams without adverts each member hears at the moment: a token that is passed around serves a household. */
export class AdFreePermits {
  readonly #taken = new Map<string, number>();

  /** Takes a permit until the socket is closed; false when the member has all of them. */
  take(userId: string, socket: Pick<Socket, 'once'>): boolean {
    const taken = this.#taken.get(userId) ?? 0;
    if (taken >= AD_FREE_STREAMS) return false;
    this.#taken.set(userId, taken + 1);
    socket.once('close', () => {
      const left = (this.#taken.get(userId) ?? 1) - 1;
      if (left > 0) this.#taken.set(userId, left);
      else this.#taken.delete(userId);
    });
    return true;
  }
}
