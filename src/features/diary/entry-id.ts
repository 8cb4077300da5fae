import { isStreamId, type StreamId } from '#src/contract/streams.ts';

/** The play behind an entry: a stream plays one thing at a time. */
export interface EntryKey {
  readonly streamId: StreamId;
  /** Milliseconds since the Unix epoch. */
  readonly startedMs: number;
}

/** Returns the id of an entry: `dance-1795258800000`. */
export function entryId({ streamId, startedMs }: EntryKey): string {
  return `${streamId}-${startedMs}`;
}

/** Reads the id of an entry; null for anything else. */
export function readEntryId(id: string): EntryKey | null {
  const [, streamId, digits] = /^([^-]+)-(\d{1,15})$/.exec(id) ?? [];
  return isStreamId(streamId) ? { streamId, startedMs: Number(digits) } : null;
}
