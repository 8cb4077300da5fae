import { addressKey } from '#src/platform/rate-limit/address-key.ts';

/** Enough for a household, or a class after its network came back; further listeners of the address start live. */
const PER_ADDRESS = 8;

/** How many of one address catch up at the same time: each takes up to two minutes of audio at once. */
export class CatchUpPermits {
  readonly #taken = new Map<string, number>();

  /** Takes a permit until it is disposed; null when the address has taken all of its permits. */
  take(address: string): Disposable | null {
    const key = addressKey(address);
    const taken = this.#taken.get(key) ?? 0;
    if (taken >= PER_ADDRESS) return null;
    this.#taken.set(key, taken + 1);
    let isHeld = true;
    return {
      [Symbol.dispose]: () => {
        if (!isHeld) return;
        isHeld = false;
        const left = (this.#taken.get(key) ?? 1) - 1;
        if (left > 0) this.#taken.set(key, left);
        else this.#taken.delete(key);
      },
    };
  }
}
