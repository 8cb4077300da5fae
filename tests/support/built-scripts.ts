import { join } from 'node:path';
import { CLIENT } from '#src/app/build/build-folders.ts';
import { MANIFEST, readManifest } from '#src/app/build/build-manifest.ts';

const BUILD = join(import.meta.dirname, '..', '..', 'build', 'current', CLIENT);

/**
 * Where pages fetch the script of a module from, by the module's name or the group's (`vite.config.ts`): an address says
 * neither.
 */
export function scriptNamed(name: string): string {
  const chunk = Object.values(readManifest(BUILD, MANIFEST)).find((known) => known.name === name);
  if (chunk === undefined) throw new Error(`The build has no script named ${name}.`);
  return `/${chunk.file}`;
}
