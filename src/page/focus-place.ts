/**
 * Whether nothing has the focus: what had it is gone, or is a button that is busy since it was pressed. What the first
 * visit loads asks for it in so many words, so that this comes later.
 */
export function isFocusLost(): boolean {
  return document.activeElement === document.body;
}

/**
 * Whether nobody has gone on from here: nothing has the focus, the element itself has it, or what is around it, as the
 * list that holds a lost one, or in Safari what a pressed button stands in.
 */
export function isFocusAround(element: Element | null): boolean {
  return document.activeElement?.contains(element) ?? false;
}
