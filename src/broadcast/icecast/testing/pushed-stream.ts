import { FRAME_BYTES_MIN } from '#src/audio/mp3/broadcast-format.ts';
import { frameHolding, framesIn } from '#src/broadcast/timeline/frame-grid.ts';
import { type Piece, Timeline, type Variant } from '#src/broadcast/timeline/timeline.ts';
import { mediaRecord } from '#src/station/testing/station-data.ts';

const NOON = Date.UTC(2026, 10, 21, 12);

/** A stream on air whose bytes tell their place: a frame begins with its number. */
export function openPushedStream() {
  const timeline = new Timeline(frameHolding(NOON));
  const followers = new Set<() => void>();
  const begin = (title: string) => {
    const piece: Piece = { kind: 'track', record: mediaRecord(1, 'Artist', title, 'dance') };
    timeline.begin(piece);
  };
  const append = (frames: number) => {
    for (let count = 0; count < frames; count += 1) {
      const bytes = Buffer.alloc(FRAME_BYTES_MIN);
      bytes.writeDoubleBE(timeline.headFrame);
      timeline.append({ bytes, start: 0, end: bytes.length });
    }
  };
  begin('First');
  append(framesIn(20_000));
  return {
    streamId: 'dance' as const,
    playout: { timeline },
    timeline,
    followers,
    titleAt: (frame: number, _variant: Variant) => timeline.trackAt(frame)?.title ?? '',
    begin,
    /** Puts this much sound on air, half a second at a time. */
    play(ms: number) {
      for (let playedMs = 0; playedMs < ms; playedMs += 500) {
        append(framesIn(500));
        for (const follow of followers) follow();
      }
    },
  };
}

/** The numbers of the frames in what was pushed, which begins with a whole one. */
export function pushedFrames(bytes: Buffer): number[] {
  return Array.from({ length: Math.floor(bytes.length / FRAME_BYTES_MIN) }, (_, at) =>
    bytes.readDoubleBE(at * FRAME_BYTES_MIN),
  );
}
