import { LIST_HEADER_MAX } from '#src/contract/limits.ts';

/** Most values that are remembered: few browsers differ. */
const REMEMBERED_MAX = 500;

/** What is made of the value of a header, once for each that is seen often; '' where there is none. */
export function remembering<T>(make: (header: string) => T): (header: string | undefined) => T {
  const known = new Map<string, { readonly made: T }>();
  return (header = '') => {
    // Five hundred long ones would be megabytes [W266].
    if (header.length > LIST_HEADER_MAX) return make('');
    const found = known.get(header);
    if (found !== undefined) return found.made;
    if (known.size >= REMEMBERED_MAX) known.clear();
    const made = make(header);
    known.set(header, { made });
    return made;
  };
}
