import { type ComponentType, lazy } from 'react';

/** A task whose script is fetched when it begins. Without its script it is left out. */
export function fetchedTask<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(() =>
    load().then(
      (task) => ({ default: task }),
      () => ({ default: () => null }),
    ),
  );
}
