import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** Where builds lie below the root of the program, each in a folder of its own. */
export const BUILDS = 'build';
/** The link to the build that the next start or reload serves. */
export const CURRENT = 'current';
/** How the folder of a build begins that is being made, or was not finished. */
export const UNFINISHED = 'unfinished-';
/** In a build's folder: the browser's half of the pages, and the server's. */
export const CLIENT = 'client';
export const SERVER = 'server';
/** In a build's folder: bundled packages; see bundleFolder. */
const LIBRARIES = 'libraries';
/** What costs the web process most by the number of its files (docs/decisions/098-a-library-in-one-file.md). */
export const BUNDLED = 'kysely';
/** In a build's folder: the lock that is shared by the processes that serve it. */
export const IN_USE = 'in-use.lock';

/** The folder of the build that is to be served; null when there is none. */
export function currentBuild(root: string): string | null {
  const link = join(root, BUILDS, CURRENT);
  return existsSync(link) ? realpathSync(link) : null;
}

/** The folders of all builds that are kept beside this one. */
export function buildsBeside(folder: string): string[] {
  const builds = join(folder, '..');
  return readdirSync(builds, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith(UNFINISHED))
    .map(({ name }) => join(builds, name))
    .filter((other) => other !== folder);
}

/**
 * Where a build has its bundle of a package in the version that is installed. It is not there when another
 * one has been installed since.
 * @throws when the package is not installed
 */
export function bundleFolder(build: string, root: string, name: string): string {
  const about = readFileSync(join(root, 'node_modules', name, 'package.json'));
  return join(build, LIBRARIES, createHash('sha256').update(about).digest('hex').slice(0, 16));
}
