import type { Address } from '#src/page/address/address-rules.ts';

/**
 * Where a link leads: an address from `/` on, or its parts. A path that is left out is the page's own; query
 * and fragment are then left out too.
 */
export type Destination = string | Partial<Address>;

export function hrefOf(to: Destination, from: Pick<Address, 'pathname'>): string {
  if (typeof to === 'string') return to;
  return `${to.pathname ?? from.pathname}${marked('?', to.search)}${marked('#', to.hash)}`;
}

/**
 * A part of an address with the mark that it begins with, whether it brings it or not; nothing when it is
 * empty.
 */
function marked(mark: '?' | '#', part = ''): string {
  return part === '' || part.startsWith(mark) ? part : mark + part;
}
