import type { StreamId } from '#src/contract/streams.ts';

/** Where the segments of one stream are written, by name. */
export interface StreamPlace {
  /** Call it before anything else, each time: somebody may have taken the folder away. */
  prepare(): Promise<void>;
  /** What lies there. */
  list(): Promise<string[]>;
  /** Puts a file there, whole or not at all. */
  put(name: string, content: Buffer | string): Promise<void>;
  /** Takes one away, if it is there. */
  remove(name: string): Promise<void>;
}

/** HLS_DIR: a folder, or a place in an object store. */
export interface HlsPlace {
  /** As the operator calls it. */
  readonly name: string;
  /** How many segments of a stream are written at the same time. */
  readonly atOnce: number;
  /** What to look at when it cannot be written. */
  readonly remedy: string;
  of(streamId: StreamId): StreamPlace;
}
