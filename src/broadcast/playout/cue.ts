import type { SpotOfBreak } from '#src/broadcast/adverts/break-plan.wire.ts';
import type { FrameSource } from '#src/broadcast/frames/frame-source.ts';
import type { Piece } from '#src/broadcast/timeline/timeline.ts';

/** Something ready to play. */
export interface Cue {
  what: Piece;
  frames: FrameSource;
  /** What belongs to it in an advert break; null outside of one. */
  inBreak: CueInBreak | null;
}

/** A stretch of an advert break, in which guests hear one spot and members one piece. */
export interface CueInBreak {
  member: Piece;
  /** How many frames after the break's first one it begins. */
  at: number;
  /** Frames left of the break, those of this cue included. */
  framesLeft: number;
  /** What the journal keeps with the spot that begins here; null where none does. */
  begins: SpotOfBreak | null;
  next: Cue | null;
}
