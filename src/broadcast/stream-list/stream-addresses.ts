import type { StreamId } from '#src/contract/streams.ts';

/** Returns the live stream's address on this server. */
export function streamPath(streamId: StreamId): string {
  return `/stream/${streamId}.mp3`;
}

/** Returns the address of the same programme as HLS, on this server. */
export function hlsPath(streamId: StreamId): string {
  return `/stream/${streamId}/live.m3u8`;
}

/** Returns a whole address, for players that know no page it could be relative to. */
export function absoluteStreamUrl(
  streamId: StreamId,
  { mediaBaseUrl, origin }: { mediaBaseUrl: string; origin: string },
): string {
  return `${mediaBaseUrl || origin}${streamPath(streamId)}`;
}
