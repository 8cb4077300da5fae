/**
 * Signs that take no place, or turn the direction of other people's words. Joiners are none of them: emoji
 * and Persian need them.
 */
const UNSEEN =
  /[\u061c\u115f\u1160\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u00ad\u180e\u3164\uffa0]/gu;
/** Tags: a few of them behind a black flag make it that of a region; elsewhere they are a text that nobody sees. */
const TAGS = /(\u{1f3f4}[\u{e0030}-\u{e007a}]{3,7}\u{e007f})|[\u{e0001}\u{e0020}-\u{e007f}]/gu;
/**
 * Marks on a letter beyond the fourth. What takes no place may stand between them, so a run of it is read
 * once.
 */
const MORE_MARKS =
  /(?<![\p{Join_Control}\u{e0020}-\u{e007f}])((?:[\p{Join_Control}\u{e0020}-\u{e007f}]*[\p{Mn}\p{Me}]){4})(?:[\p{Join_Control}\u{e0020}-\u{e007f}]*[\p{Mn}\p{Me}])+/gu;

/** A text without the signs of which nothing is seen; joiners stay. */
export function dropUnseen(text: string): string {
  return text.replace(UNSEEN, '').replace(TAGS, '$1');
}

/**
 * A text of somebody's for others to read: composed (NFC), without what nobody sees, with four marks on a
 * letter at most.
 */
export function cleanSeen(text: string): string {
  return dropUnseen(text).normalize('NFC').replace(MORE_MARKS, '$1');
}
