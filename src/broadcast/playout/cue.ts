import type { OnAir } from '#src/broadcast/timeline/timeline-entry.ts';
import type { FrameSource } from './frame-source.ts';

/** Something ready to play. */
export interface Cue {
  what: OnAir;
  frames: FrameSource;
}
