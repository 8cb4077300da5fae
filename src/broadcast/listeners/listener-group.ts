import type { Listener } from './listener.ts';

/** Listeners that are served at the same moment with the same bytes. */
export class ListenerGroup {
  readonly plain: Listener[] = [];
  readonly withTitles: Listener[] = [];
  /** Position in the ring up to which all of them have been served. */
  sent: number;

  constructor(sent: number) {
    this.sent = sent;
  }

  get size(): number {
    return this.plain.length + this.withTitles.length;
  }

  add(listener: Listener): void {
    const list = this.#listOf(listener);
    listener.index = list.length;
    list.push(listener);
  }

  /** The last listener of the list takes the free place: the order means nothing here. */
  remove(listener: Listener): void {
    const list = this.#listOf(listener);
    if (list[listener.index] !== listener) return;
    const last = list.pop();
    if (last === undefined || last === listener) return;
    list[listener.index] = last;
    last.index = listener.index;
  }

  #listOf(listener: Listener): Listener[] {
    return listener.withTitles ? this.withTitles : this.plain;
  }
}
