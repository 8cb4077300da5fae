import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { whenReachable } from './when-reachable.ts';

/**
 * A part of a page whose script is fetched when it is first drawn, and waited for while the radio is out of
 * reach [R126].
 * @param without stands there where the radio lacks the script: nothing, unless told
 */
export function fetchedPart<Props>(
  load: () => Promise<ComponentType<Props>>,
  without: ComponentType<Props> = () => null,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() =>
    whenReachable(load).then(
      (part) => ({ default: part }),
      () => ({ default: without }),
    ),
  );
}
