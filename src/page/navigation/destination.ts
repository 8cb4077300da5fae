import type { Address } from '#src/page/address/address-rules.ts';

/**
 * Where a link leads: an address from `/` on, or its parts. A path that is left out is the page's own; query (with its
 * question mark) and fragment are then left out too.
 */
export type Destination = string | Partial<Address>;

export function hrefOf(to: Destination, from: Pick<Address, 'pathname'>): string {
  if (typeof to === 'string') return to;
  return `${to.pathname ?? from.pathname}${to.search ?? ''}${to.hash ?? ''}`;
}
