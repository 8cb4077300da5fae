import { readdirSync, readFileSync } from 'node:fs';

/** All that descend from a process and whose command line fits, in no particular order. Linux alone. */
export function findDescendants(root: number, commandLine: RegExp): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? /^PPid:\s+(\d+)/m.exec(read(`/proc/${name}/status`))?.[1] : undefined;
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const isBelowRoot = (pid: number): boolean => {
    if (pid === root) return true;
    const parent = parents.get(pid);
    return parent !== undefined && parent !== pid && isBelowRoot(parent);
  };
  return [...parents.keys()].filter(
    (pid) => pid !== root && isBelowRoot(pid) && commandLine.test(read(`/proc/${pid}/cmdline`)),
  );
}

/** Empty for a process that has ended meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
