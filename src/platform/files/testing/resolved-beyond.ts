import fs, { type EncodingOption, type PathLike } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Collects, until disposed, the links in a folder (a real path) that this process has waited for to be resolved to a
 * place outside of it: a disk that is there may not answer.
 */
export function collectResolvedBeyond(folder: string): Disposable & { links: string[] } {
  const links: string[] = [];
  const { realpathSync } = fs;
  const collecting = (path: PathLike, options?: EncodingOption) => {
    const place = realpathSync(path, options);
    if (`${path}`.startsWith(folder) && !place.startsWith(folder)) links.push(`${path}`);
    return place;
  };
  const replace = (call: object) => {
    Object.assign(fs, { realpathSync: call });
    // Also for what a test before this one has loaded: files of a worker share their modules.
    syncBuiltinESMExports();
  };
  replace(Object.assign(collecting, { native: realpathSync.native }));
  return { links, [Symbol.dispose]: () => replace(realpathSync) };
}
