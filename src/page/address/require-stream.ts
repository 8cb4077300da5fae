import { data } from 'react-router';
import { isStreamId, type StreamId } from '#src/contract/streams.ts';

/** The stream that an address names; null for none. An address that names an unknown one is answered with 404. */
export function requireStream(params: { streamId?: string | undefined }): StreamId | null {
  if (params.streamId === undefined) return null;
  if (isStreamId(params.streamId)) return params.streamId;
  throw data(null, { status: 404 });
}
