import type { SpotOfBreak } from '#src/broadcast/adverts/break-plan.wire.ts';
import { frameInstant } from '#src/broadcast/timeline/frame-grid.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import type { BreakLoader } from './break-loader.ts';
import type { Cue } from './cue.ts';
import type { CueLoader } from './cue-loader.ts';
import type { Reel } from './reel.ts';

/** What goes on as if it had never stopped; see planResume. */
export interface Resumption {
  firstFrame: number;
  skipFrames: number;
  pieces: Resumed[];
}

interface Resumed {
  record: MediaRecord;
  /** The break that a spot belongs to; null for anything else. */
  advert: SpotOfBreak | null;
}

/** Lays the journal's pieces on the reel again, up to the start of the last one; false when one is no longer there. */
export async function resume(
  reel: Reel,
  { pieces, skipFrames }: Resumption,
  loaders: { cues: CueLoader; breaks: BreakLoader },
): Promise<boolean> {
  for (const [index, piece] of pieces.entries()) {
    const skip = index === 0 ? skipFrames : 0;
    const cue = await again(piece, skip);
    if (cue === null) return false;
    const entry = reel.begin(cue);
    if (cue.inBreak === null) await reel.skip(skip, entry);
    if (index < pieces.length - 1) await reel.playOut();
  }
  return true;

  /** In a break, what is left of it comes along. */
  async function again({ record, advert }: Resumed, skip: number): Promise<Cue | null> {
    const following = reel.cue.inBreak?.next;
    if (advert && following?.what.record?.id === record.id) return following;
    const startMs = frameInstant(reel.timeline.headFrame);
    if (advert) return loaders.breaks.again(advert, skip, startMs);
    const cue = await loaders.cues.load(record, startMs);
    return typeof cue === 'object' ? cue : null;
  }
}
