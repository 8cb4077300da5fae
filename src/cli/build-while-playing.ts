import type { Logger } from '#src/platform/log/logger.ts';

type Build = (onBuild: () => void, signal: AbortSignal) => Promise<unknown>;

/**
 * Builds the pages of a station that is on the air. A build that fails ends nothing: the music plays on, and
 * the web process starts with the build before, or as soon as there is one.
 * @returns false when the stop came first
 */
export function buildWhilePlaying(build: Build, logger: Logger, stop: Promise<void>): Promise<boolean> {
  const building = new AbortController();
  const stopped = stop.then(() => {
    building.abort();
    return false;
  });
  const built = build(
    () => logger.info('Onde builds the pages; the music plays already'),
    building.signal,
  ).catch((error: unknown) => {
    if (!building.signal.aborted)
      logger.error(
        { err: error },
        'Onde could not build the pages, and goes on with those of the build before if there are any: run `npm run build` to see why, then `npx onde reload`',
      );
  });
  return Promise.race([built.then(() => true), stopped]);
}
