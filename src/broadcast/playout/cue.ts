import type { SpotOfBreak } from '#src/broadcast/adverts/break-plan.wire.ts';
import type { FrameSource } from '#src/broadcast/frames/frame-source.ts';
import type { Piece } from '#src/broadcast/timeline/timeline.ts';

/** Something ready to play. */
export interface Cue {
  what: Piece;
  frames: FrameSource;
  /** Its place in an advert break; null outside of one. */
  inBreak: CueInBreak | null;
}

/** A stretch of an advert break, in which guests hear one spot and members one piece. */
export interface CueInBreak {
  member: Piece;
  /** How many frames are left of the break, with those of this cue. */
  framesLeft: number;
  /** Given where a spot begins: what the journal keeps with it. */
  begins: SpotOfBreak | null;
  next: Cue | null;
}
