import { join } from 'node:path';
import { buildsBeside, CLIENT, currentBuild, IN_USE, SERVER } from '#src/app/build/build-folders.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { shareLock } from '#src/platform/lock/lock.ts';

/** A build that is served. No later build removes it before it is disposed of [R117]. */
export interface Build extends Disposable {
  /** The folder of the browser's half. */
  readonly client: string;
  /** The folder of the server's half. */
  readonly server: string;
  /** Returns the browser's halves of the other builds that are there by now. */
  readonly otherClients: () => readonly string[];
}

/**
 * Opens what `npm run build` last wrote below `root`.
 * @throws {OperatorError} when there is no build
 */
export function openBuild(root: string): Build {
  const folder = currentBuild(root);
  if (folder === null)
    throw new OperatorError(
      'The pages have not been built.',
      'Run `npm run build` once, or use `npm start`, which does it by itself.',
    );
  // Where files of the program can only be read, none is removed either.
  const lock = shareLock(join(folder, IN_USE));
  return {
    client: join(folder, CLIENT),
    server: join(folder, SERVER),
    otherClients: () => buildsBeside(folder).map((other) => join(other, CLIENT)),
    [Symbol.dispose]: () => lock?.[Symbol.dispose](),
  };
}
