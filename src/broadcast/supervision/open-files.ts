import { readFileSync } from 'node:fs';

/** Files, sockets and pipes that are open without any listener, with room to spare. */
const OWN_FILES = 256;

/**
 * What to tell the operator when the system allows fewer open files than listeners; null when it allows enough, or does
 * not say.
 */
export function tooFewOpenFiles(maxListeners: number, limits = readLimits()): string | null {
  const allowed = Number(/^Max open files\s+\d+\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  const wanted = maxListeners + OWN_FILES;
  if (allowed >= wanted) return null;
  return `the system allows ${allowed} open files, too few for ${maxListeners} listeners on one stream: start with ulimit -n ${wanted} (systemd: LimitNOFILE=${wanted}), or lower MAX_LISTENERS`;
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}
