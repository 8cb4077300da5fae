/**
 * A waiting line with a queue for each caller, served in turn: a caller with many waiting holds up their own alone. The
 * queue of a caller is first in, first out.
 */
export class FairLine {
  readonly #waiting = new Map<string, (() => void)[]>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Resolves when `next` has come to this one. */
  wait(caller: string): Promise<void> {
    this.#length += 1;
    return new Promise((go) => {
      const own = this.#waiting.get(caller);
      if (own) own.push(go);
      else this.#waiting.set(caller, [go]);
    });
  }

  /** Lets the next one go; false when the line is empty. */
  next(): boolean {
    const [first] = this.#waiting;
    if (first === undefined) return false;
    const [caller, own] = first;
    const go = own.shift();
    this.#waiting.delete(caller);
    if (own.length > 0) this.#waiting.set(caller, own);
    this.#length -= 1;
    go?.();
    return true;
  }
}
