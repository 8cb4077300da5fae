import { useSyncExternalStore } from 'react';
import type { Observable } from '#src/platform/observable/observable.ts';

/**
 * Reads something that changes by itself in a component.
 * @param read gives a value that is equal (`Object.is`) as long as nothing of interest has changed
 * @param readFirst the same on the server and while hydrating
 */
export function useObserved<T>(source: Pick<Observable, 'subscribe'>, read: () => T, readFirst: () => T): T {
  return useSyncExternalStore(source.subscribe, read, readFirst);
}

/** Reads a part of a state in a component; of the first state on the server and while hydrating. */
export function useSelected<State, T>(
  source: Pick<Observable, 'subscribe'> & { getState(): State },
  first: State,
  selector: (state: State) => T,
): T {
  return useObserved(
    source,
    () => selector(source.getState()),
    () => selector(first),
  );
}
