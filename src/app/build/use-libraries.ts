import { readdirSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BUNDLED, bundleFolder, currentBuild } from './build-folders.ts';

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

/** The address of each bundled file for that of the file which an import of the package leads to. */
function findBundles(): Map<string, string> {
  const url = (...path: string[]) => pathToFileURL(join(...path)).href;
  try {
    const build = currentBuild(root);
    if (build === null) return new Map();
    const folder = bundleFolder(build, root, BUNDLED);
    const files = readdirSync(folder, { encoding: 'utf8', recursive: true });
    return new Map(files.map((path) => [url(root, 'node_modules', path), url(folder, path)]));
  } catch {
    // Whatever is the matter with it: the package itself is there.
    return new Map();
  }
}
