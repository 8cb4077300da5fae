import { FrameRun } from './frame-run.ts';

/** What the two variants hear in a break: the same number of frames, in the same number of bytes. */
export interface BreakAudio {
  guest: FrameRun;
  member: FrameRun;
}

/** A piece to be heard, and whether its end has been cut off. */
export interface BreakPiece {
  run: FrameRun;
  isCut: boolean;
}

/**
 * Lays spots and the members' music side by side. Whatever is cut before its end fades out. Both come out
 * equally long to the byte, so that from the next frame on the variants are one again: the longer one loses
 * padding, one to three bytes.
 * @param skip leaves out the first frames, when the radio was started in the middle of the break
 */
export function layBreak(spots: readonly FrameRun[], bonus: readonly BreakPiece[], skip = 0): BreakAudio {
  for (const { run, isCut } of bonus) if (isCut) run.fadeOut();
  const guest = FrameRun.join(spots).from(skip);
  const member = FrameRun.join(bonus.map(({ run }) => run)).from(skip);
  if (guest.frames !== member.frames) throw new RangeError(`${guest.frames} frames beside ${member.frames}`);
  const more = guest.bytes.length - member.bytes.length;
  return {
    guest: more > 0 ? guest.shortened(more) : guest,
    member: more < 0 ? member.shortened(-more) : member,
  };
}
