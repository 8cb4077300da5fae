import * as z from 'zod/mini';
import { marksSchema, type StreamMarks } from '#src/broadcast/now-playing/marks.wire.ts';
import type { StreamId } from '#src/contract/streams.ts';

/** Fetches a document within the time of a call; rejects without an answer. */
export type FetchJson = (address: string) => Promise<{ readonly reply: unknown }>;

const replySchema = z.object({ data: marksSchema });

/**
 * Asks for what stood and stands on the timeline of a stream [W138].
 * @param adFreeToken for the variant without adverts; null for the guests'
 * @throws when there is no answer, or none that can be read
 */
export async function askMarks(
  fetchJson: FetchJson,
  streamId: StreamId,
  adFreeToken: string | null,
): Promise<StreamMarks> {
  const query = adFreeToken === null ? '' : `?noads=${encodeURIComponent(adFreeToken)}`;
  const { reply } = await fetchJson(`/stream/${streamId}/marks${query}`);
  return replySchema.parse(reply).data;
}
