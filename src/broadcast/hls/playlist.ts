import { wholeFrameInstant } from '#src/broadcast/timeline/frame-grid.ts';
import { SEGMENT_FRAMES, type Segment } from './segments.ts';

/**
 * [W63] How far behind the newest segment players begin, and so what they can play without the server: ten
 * seconds, and the time to notice that it is back.
 */
export const HOLD_BACK_SECONDS = 14;
const FRAME_SECONDS = 1152 / 44_100;
const TARGET_SECONDS = Math.round(SEGMENT_FRAMES * FRAME_SECONDS);

/** Writes a live playlist; `addressOf` says where a segment is, relative to the playlist. */
export function writePlaylist(segments: readonly Segment[], addressOf: (segment: Segment) => string): string {
  const first = segments[0];
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    `#EXT-X-TARGETDURATION:${TARGET_SECONDS}`,
    `#EXT-X-MEDIA-SEQUENCE:${first?.number ?? 0}`,
    // A discontinuity that is written before the first segment is not yet counted.
    `#EXT-X-DISCONTINUITY-SEQUENCE:${first ? first.sequence - Number(first.isDiscontinuity) : 0}`,
    `#EXT-X-SERVER-CONTROL:HOLD-BACK=${HOLD_BACK_SECONDS.toFixed(1)}`,
    `#EXT-X-START:TIME-OFFSET=-${HOLD_BACK_SECONDS.toFixed(1)},PRECISE=NO`,
  ];
  for (const segment of segments) {
    if (segment.isDiscontinuity) lines.push('#EXT-X-DISCONTINUITY');
    if (segment.isDiscontinuity || segment === first)
      lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(wholeFrameInstant(segment.dated)).toISOString()}`);
    lines.push(`#EXTINF:${((segment.end - segment.first) * FRAME_SECONDS).toFixed(6)},`, addressOf(segment));
  }
  return `${lines.join('\n')}\n`;
}
