/** A segment as a playlist lists it. */
export interface DatedSegment {
  readonly number: number;
  /** The instant at which it begins, by the date that it was listed with; milliseconds since the Unix epoch. */
  readonly datedMs: number;
  readonly seconds: number;
  readonly isDiscontinuity: boolean;
}

/** A date may be rounded, and a length measured. */
const SAME_MS = 50;

/**
 * How the radio dates now what it dated otherwise when it listed it [R190]. When its clock is set, marks are dated
 * anew at once, while segments keep the date that they were listed with: the leap between two of them is by how much
 * all before it is dated anew. A hole looks the same and is none: a leap counts once it is said to be one.
 */
export class DatedSegments {
  /** By the number of the segment behind it: how far the dates leap, milliseconds. */
  readonly #leaps = new Map<number, { readonly byMs: number; isBelieved: boolean }>();

  /** Takes what a playlist lists, oldest first. */
  take(segments: readonly DatedSegment[]): void {
    segments.forEach((segment, at) => {
      const before = segments[at - 1];
      if (before === undefined || !segment.isDiscontinuity || this.#leaps.has(segment.number)) return;
      const byMs = segment.datedMs - (before.datedMs + before.seconds * 1000);
      if (Math.abs(byMs) > SAME_MS) this.#leaps.set(segment.number, { byMs, isBelieved: false });
    });
    const first = segments[0]?.number ?? Number.NEGATIVE_INFINITY;
    for (const number of this.#leaps.keys()) if (number <= first) this.#leaps.delete(number);
  }

  /** The timeline has been dated anew. Returns whether there is a leap behind the segment that is heard. */
  believe(heard: number): boolean {
    const ahead = this.#ahead(heard);
    for (const leap of ahead) leap.isBelieved = true;
    return ahead.length > 0;
  }

  /** By how much a segment is dated later now than it was listed, milliseconds. */
  movedMs(number: number): number {
    return this.#ahead(number).reduce((sum, { byMs, isBelieved }) => sum + (isBelieved ? byMs : 0), 0);
  }

  #ahead(number: number) {
    return [...this.#leaps].flatMap(([behind, leap]) => (behind > number ? [leap] : []));
  }
}
