import { countCharacters } from '#src/features/comments/comment-rules.ts';

/** What is written, and where the caret stands in it (in code units). */
export interface Edit {
  readonly text: string;
  readonly caret: number;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * An edit that keeps the text within `max` characters as a person counts them: of what was put in, the end is
 * left out, and what stood there before stays, as an input with a `maxlength` does it.
 * @param before the text before the edit
 * @param after the text that the browser made of it; the caret stands behind what was put in
 */
export function limitEdit(before: string, after: Edit, max: number): Edit {
  const { text, caret } = after;
  if (!isLonger(text, max)) return after;
  const tail = text.slice(caret);
  const start = sharedStart(before.slice(0, Math.max(0, before.length - tail.length)), text.slice(0, caret));
  const head = text.slice(0, start);
  let kept = '';
  for (const { segment } of graphemes.segment(text.slice(start, caret))) {
    // Marks join what stands before them: the whole is counted anew.
    if (isLonger(head + kept + segment + tail, max)) break;
    kept += segment;
  }
  const limited = { text: head + kept + tail, caret: start + kept.length };
  // A text that was too long before the edit may become shorter, not longer.
  return limited.text.length <= before.length || !isLonger(limited.text, max)
    ? limited
    : { text: before, caret: start };
}

function isLonger(text: string, max: number): boolean {
  // Most have one code unit a character; a text of a whole book is not counted to its end.
  return text.length > max && countCharacters(text.slice(0, CODE_UNITS_COUNTED)) > max;
}

/** More than `max` characters of any kind that people write. */
const CODE_UNITS_COUNTED = 20_000;

/** Counts the code units that both texts begin with, without cutting a character in two. */
function sharedStart(one: string, other: string): number {
  let shared = 0;
  for (const { segment, index } of graphemes.segment(one)) {
    if (!other.startsWith(segment, index)) break;
    shared = index + segment.length;
  }
  return shared;
}
