/** The command of a key press. */
export type KeyCommand =
  | { type: 'toggle' }
  | { type: 'mute' }
  | { type: 'volume'; steps: 1 | -1 }
  /** The first stream of the page is 1. */
  | { type: 'stream'; position: number }
  | { type: 'search' }
  | { type: 'help' };

/** The part of a `KeyboardEvent` that decides. */
export interface KeyPress {
  readonly key: string;
  /** Where it lies, named after what it writes in the United States. */
  readonly code: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly defaultPrevented: boolean;
  readonly isComposing: boolean;
  readonly repeat: boolean;
}

/**
 * The kind of element that has the focus, by the keys that it uses itself. A list of choices is `text`: what is typed
 * there looks for one.
 */
export type FocusKind = 'none' | 'text' | 'press' | 'arrows';

const TEXT =
  'input:not([type=range],[type=checkbox],[type=radio],[type=button],[type=submit]), ' +
  'textarea, select, [contenteditable]:not([contenteditable=false])';
/** Of roles, those that the pages have. */
const ARROWS = 'input[type=range], input[type=radio], audio, video, [role=tab]';
const PRESS = 'button, summary, input';

/** The kind of the focused element; `none` without one. */
export function focusKind(element: { closest(selector: string): unknown } | null): FocusKind {
  if (element?.closest(TEXT)) return 'text';
  if (element?.closest(ARROWS)) return 'arrows';
  if (element?.closest(PRESS)) return 'press';
  return 'none';
}

/**
 * The command of a key press; null while typing, with a modifier key, or when the focused element uses the
 * key itself.
 */
export function keyCommand(press: KeyPress, focus: FocusKind): KeyCommand | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  if (press.defaultPrevented || press.isComposing || focus === 'text') return null;
  if (press.key === 'ArrowUp' || press.key === 'ArrowDown') {
    return focus === 'arrows' ? null : { type: 'volume', steps: press.key === 'ArrowUp' ? 1 : -1 };
  }
  if (press.repeat) return null;
  if (press.key === ' ') return focus === 'none' ? { type: 'toggle' } : null;
  if (isM(press)) return { type: 'mute' };
  if (press.key === '/') return { type: 'search' };
  if (press.key === '?') return { type: 'help' };
  const digit = digitOf(press);
  return /^[1-8]$/.test(digit) ? { type: 'stream', position: Number(digit) } : null;
}

/** On a Russian keyboard the key that bears an M writes another letter [R253]. */
function isM({ key, code }: KeyPress): boolean {
  return key.toLowerCase() === 'm' || (code === 'KeyM' && /\P{ASCII}/u.test(key));
}

/** On a French keyboard the keys that bear the digits write them with the shift key alone [R253]. */
function digitOf({ key, code, shiftKey }: KeyPress): string {
  return /\d/.test(key) || shiftKey ? key : code.replace('Digit', '');
}
