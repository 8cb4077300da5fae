import * as z from 'zod/mini';
import { isStreamId, type StreamId } from '#src/contract/streams.ts';

/** One element of `fluxaudio.json` [W65]: a stream in one language. */
export const streamFactsSchema = z.object({
  id: z.custom<StreamId>(isStreamId),
  version: z.string(),
  name: z.string(),
  /** `/logo-{image}.png` */
  image: z.string(),
  color: z.string(),
  url: z.string(),
  hls: z.string(),
  genre: z.string(),
  description: z.string(),
});
export type StreamFacts = z.infer<typeof streamFactsSchema>;

export const streamFactsListSchema = z.array(streamFactsSchema);
