/** Somebody who waits for a permit; in several lines where several wait for the same work. */
export class Place {
  readonly #given = Promise.withResolvers<void>();
  #isGiven = false;

  /** Resolves when the permit is there; whoever has worked with it releases it. */
  get turn(): Promise<void> {
    return this.#given.promise;
  }

  get isGiven(): boolean {
    return this.#isGiven;
  }

  give(): void {
    this.#isGiven = true;
    this.#given.resolve();
  }
}

/**
 * A number of permits for work, and lines before them, each in the order of asking. Lines take turns: however many wait
 * in one, in another one they stand before nobody.
 */
export class Permits {
  #free: number;
  /** The one whose turn is next stands first. */
  readonly #lines = new Map<string, Place[]>();

  constructor(count: number) {
    this.#free = count;
  }

  /** Works with a permit, once there is one. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.take();
    try {
      return await work();
    } finally {
      this.release();
    }
  }

  /** Resolves when a permit is the caller's, who releases it. */
  async take(): Promise<void> {
    await this.queue('').turn;
  }

  /** Waits in the line of that name. */
  queue(line: string): Place {
    const place = new Place();
    if (this.#free > 0) {
      this.#free -= 1;
      place.give();
    } else this.alsoQueue(place, line);
    return place;
  }

  /** Waits for the same permit in another line as well. */
  alsoQueue(place: Place, line: string): void {
    if (place.isGiven) return;
    const places = this.#lines.get(line) ?? [];
    places.push(place);
    this.#lines.set(line, places);
  }

  /** The permit passes straight to the next in line: no newcomer can step in between. */
  release(): void {
    for (const [line, places] of this.#lines) {
      this.#lines.delete(line);
      let next = places.shift();
      while (next?.isGiven) next = places.shift();
      if (places.length > 0) this.#lines.set(line, places);
      if (next === undefined) continue;
      next.give();
      return;
    }
    this.#free += 1;
  }
}
