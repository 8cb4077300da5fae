import { lstatSync, realpathSync } from 'node:fs';
import { liesIn } from './open-regular-file.ts';

/**
 * Whether a path is a link that leads out of a folder, or nowhere. What lies behind it is not the station's: it may be the
 * whole machine.
 */
export function leadsOut(path: string, folder: string): boolean {
  try {
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return false;
    return !liesIn(realpathSync(path), realpathSync(folder));
  } catch {
    return true;
  }
}
