import { frameHolding } from '#src/broadcast/timeline/frame-grid.ts';
import { type Piece, Timeline } from '#src/broadcast/timeline/timeline.ts';
import { mediaRecord } from '#src/station/testing/station-data.ts';
import { Segments } from '../segments.ts';
import type { SegmentState } from '../told-segments.ts';

export const NOON = Date.UTC(2026, 10, 21, 12);
export const START = frameHolding(NOON);
/** Bytes of a frame here: the music and the frame that it is of. */
const FRAME_BYTES = 12;

const piece = (kind: 'track' | 'spot' | 'interlude'): Piece => ({
  kind,
  record: mediaRecord(1, 'Artist', 'Title', 'dance', { kind }),
});

export interface SegmentedStreamOptions {
  /** First frame of the timeline. */
  from?: number;
  /** Frames that it has when it begins. */
  frames?: number;
  told?: SegmentState | null;
  /** What plays: a station that was changed has other audio at the same instants. */
  music?: number;
}

/** A stream whose frames say which they are, without a playout. */
export function openSegmentedStream({
  from = START,
  frames = 0,
  told = null,
  music = 1,
}: SegmentedStreamOptions = {}) {
  const timeline = new Timeline(from);
  timeline.begin(piece('track'));
  const view = (heard: number) => {
    const bytes = Buffer.alloc(FRAME_BYTES);
    bytes.writeUInt32BE(heard);
    bytes.writeDoubleBE(timeline.headFrame, 4);
    return { bytes, start: 0, end: FRAME_BYTES };
  };
  const append = (count: number) => {
    for (let frame = 0; frame < count; frame += 1) timeline.append(view(music));
  };
  append(frames);
  let kept: SegmentState | null = told;
  const segments = new Segments({
    timeline,
    told,
    keep(state) {
      kept = state;
    },
  });
  return {
    streamId: 'dance' as const,
    playout: { timeline },
    timeline,
    segments,
    get kept() {
      return kept;
    },
    play(count: number) {
      append(count);
      segments.settle();
    },
    /** Adverts for guests, something else for members. */
    playBreak(count: number) {
      const at = timeline.headFrame;
      timeline.begin(piece('spot'), { member: piece('interlude'), at: 0 });
      for (let frame = 0; frame < count; frame += 1) timeline.append(view(8), view(9));
      timeline.begin(piece('track'));
      segments.settle();
      return at;
    },
    /** A standstill: the frames up to here are left out. */
    jump(count: number) {
      timeline.jumpTo(timeline.headFrame + count);
      segments.settle();
    },
    redate(aheadFrames: number) {
      timeline.dates.redate(aheadFrames);
      segments.settle();
    },
  };
}

/** The frames of a segment's bytes, as [music, frame], behind its timestamp. */
export function framesOf(bytes: Buffer | null): [music: number, frame: number][] {
  if (bytes === null) throw new Error('the segment is not there');
  const audio = bytes.subarray(10 + bytes.readUInt8(9));
  return Array.from({ length: audio.length / FRAME_BYTES }, (_, at) => [
    audio.readUInt32BE(at * FRAME_BYTES),
    audio.readDoubleBE(at * FRAME_BYTES + 4),
  ]);
}

/** The timestamp in front of a segment. */
export function timestampOf(bytes: Buffer | null): bigint {
  const size = bytes?.readUInt8(9) ?? 0;
  return bytes?.readBigUInt64BE(10 + size - 8) ?? -1n;
}
