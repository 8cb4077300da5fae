import * as z from 'zod/mini';
import { marksSchema, type StreamMarks } from '#src/broadcast/now-playing/marks.wire.ts';
import { STREAM_IDS, type StreamId } from '#src/contract/streams.ts';
import { type Asked, askWhole, type Listening } from './ask.ts';

const rowSchema = z.object({
  id: z.enum(STREAM_IDS),
  version: z.string(),
  name: z.string(),
  url: z.string(),
  hls: z.string(),
});
const listSchema = z.array(rowSchema);
const marksReplySchema = z.object({ data: marksSchema });

/** A stream as the station's list tells it [W65], with whole addresses. */
export interface ListedStream {
  readonly id: StreamId;
  readonly version: string;
  readonly name: string;
  readonly url: URL;
  /** Null where the station has no HLS. */
  readonly hls: URL | null;
}

/** The streams by the station's own list; null when it could not be had, with what came instead. */
export async function askStreams(
  listening: Listening,
): Promise<{ streams: readonly ListedStream[] | null; asked: Asked }> {
  const { origin } = listening;
  const asked = await askWhole(new URL('/fluxaudio.json', origin), listening);
  const rows = parsedOrNull(asked.body, listSchema);
  if (rows === null) return { streams: null, asked };
  const streams = rows.map(({ url, hls, ...row }) => ({
    ...row,
    url: new URL(url, origin),
    hls: hls === '' ? null : new URL(hls, origin),
  }));
  return { streams, asked };
}

/** What stands on a stream's timeline; null when it could not be had. */
export async function askMarks({ id }: ListedStream, listening: Listening): Promise<StreamMarks | null> {
  const asked = await askWhole(new URL(`/stream/${id}/marks`, listening.origin), listening);
  return parsedOrNull(asked.body, marksReplySchema)?.data ?? null;
}

/** What a document holds; null when that is not what it should be. */
export function parsedOrNull<Value>(body: Buffer, schema: z.ZodMiniType<Value>): Value | null {
  try {
    return schema.parse(JSON.parse(body.toString()));
  } catch {
    return null;
  }
}
