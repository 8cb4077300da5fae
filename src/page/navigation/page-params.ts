import type { StreamId } from '#src/contract/streams.ts';

/** The parts of an address beside its language. */
export interface PageParams {
  /** Null where the address names none. */
  readonly streamId: StreamId | null;
  /** The track's, the artist's or the member's, decoded; empty where the address names none. */
  readonly name: string;
}
