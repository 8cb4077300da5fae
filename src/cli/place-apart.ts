import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { isWithin, ownFolderOf } from '#src/platform/settings/own-folders.ts';
import type { Settings } from '#src/platform/settings/settings.ts';

/** Of a database or a store: it may hold a password, and is not repeated. */
const ADDRESS = /^(?:[a-z][a-z0-9+.-]+:\/|s3:)/i;
/** What a shell replaces at the beginning of a word: not in quotes, and not behind the = of an option. */
const FOR_A_SHELL = /^(?:~[^/]*|\$\w+)(?=\/|$)/;

/**
 * The whole path of a place that a word of the command names for something to be written to.
 * @throws {OperatorError} for one in the station folder, or among what Onde clears away, as settings are refused [W206],
 *   for a word that a shell was to replace [W228], and for an address
 */
export function requirePlaceApart(
  word: string,
  { dataDir, stationDir }: Pick<Settings, 'dataDir' | 'stationDir'>,
): string {
  if (ADDRESS.test(word))
    throw new OperatorError(
      'A place on this machine is meant here, and what is given is an address of another kind.',
      'Write the path of a file or folder. The address of a PostgreSQL, to which onde migrate moves a database, begins with postgres://.',
    );
  const path = resolve(word);
  const unreplaced = FOR_A_SHELL.exec(word)?.[0];
  if (unreplaced !== undefined && !existsSync(unreplaced))
    throw new OperatorError(
      `${path} is hardly meant: a shell alone knows what ${unreplaced} stands for, and has left it as it is.`,
      `Write the whole path, or ${unreplaced} without quotes and behind a blank.`,
    );
  if (isWithin(stationDir, path))
    throw new OperatorError(
      `${path} lies in STATION_DIR, into which nothing is ever written.`,
      'Name a place elsewhere, best on another disk.',
    );
  const own = ownFolderOf(path, dataDir);
  if (own !== null)
    throw new OperatorError(
      `${path} lies in ${own}, which Onde clears away or backs up itself.`,
      'Name a place elsewhere, best on another disk.',
    );
  return path;
}
