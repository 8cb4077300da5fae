import { type FSWatcher, watch } from 'node:fs';

/**
 * Has the system tell of each entry of a folder that changes, null where it does not say which. Null where it
 * gives no watch. It tells nothing of a disk that is mounted there later, nor on each network disk: whoever
 * must know looks as well, seldom.
 */
export function watchFolder(path: string, onEntry: (name: string | null) => void): Disposable | null {
  try {
    const watcher: FSWatcher = watch(path, { persistent: false }, (_event, name) => onEntry(name));
    watcher.on('error', () => watcher.close());
    return { [Symbol.dispose]: () => watcher.close() };
  } catch {
    return null;
  }
}
