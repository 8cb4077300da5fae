import { isStreamId, type StreamId } from '#src/contract/streams.ts';

/**
 * The stream whose colour a page takes while nothing plays, beside the one in its address: what its loader calls
 * `pageStream` (the public page: the member's favourite). Null for none.
 */
export function pageStreamOf(matches: readonly { loaderData: unknown }[]): StreamId | null {
  const data = matches.at(-1)?.loaderData;
  if (typeof data !== 'object' || data === null || !('pageStream' in data)) return null;
  return isStreamId(data.pageStream) ? data.pageStream : null;
}
