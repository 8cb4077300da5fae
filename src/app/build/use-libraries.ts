import { readdirSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { currentBuild, librariesFolder } from './build-folders.ts';

/**
 * Loaded before a program: has it take a library of many files as the one file that the build has made of it
 * (docs/decisions/098-a-library-in-one-file.md), and as it is where there is no such file.
 */
const root = resolve(import.meta.dirname, '..', '..', '..');
const bundles = findBundles();

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const url = bundles.get(found.url);
    return url === undefined ? found : { ...found, url };
  },
});

/** The address of the bundle for that of the file which importing the library leads to. */
function findBundles(): Map<string, string> {
  const build = currentBuild(root);
  if (build === null) return new Map();
  const folder = librariesFolder(build, root);
  const url = (...path: string[]) => pathToFileURL(join(...path)).href;
  return new Map(filesIn(folder).map((path) => [url(root, 'node_modules', path), url(folder, path)]));
}

/** None when the build has bundled nothing, or other versions. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { encoding: 'utf8', recursive: true });
  } catch {
    return [];
  }
}
