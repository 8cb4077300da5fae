import { join } from 'node:path';
import { watch } from 'chokidar';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';

/** The parts of the station folder that are rendered. */
const FOLDERS = ['music', 'spots', 'jingles', 'interludes'];
/** A folder being copied is taken up when it has come to rest, a long copy every now and then. */
const QUIET_MS = 1_500;
const PATIENCE_MS = 15_000;

/** Calls back after audio files in the station folder were added, changed or removed. */
export function watchMusic(options: {
  stationDir: string;
  clock: Clock;
  logger: Logger;
  onChange: () => void;
}): AsyncDisposable {
  const { clock, logger } = options;
  let firstMs: number | null = null;
  let timer: Disposable | null = null;
  const tell = () => {
    firstMs = null;
    timer = null;
    options.onChange();
  };
  const watcher = watch(
    FOLDERS.map((name) => join(options.stationDir, name)),
    { ignoreInitial: true, ignorePermissionErrors: true },
  );
  watcher.on('all', () => {
    firstMs ??= clock.monotonicMs();
    const leftMs = firstMs + PATIENCE_MS - clock.monotonicMs();
    timer?.[Symbol.dispose]();
    timer = clock.after(Math.max(0, Math.min(QUIET_MS, leftMs)), tell);
  });
  watcher.on('error', (error) => logger.warn({ err: error }, 'the station folder is no longer watched'));
  return {
    async [Symbol.asyncDispose]() {
      timer?.[Symbol.dispose]();
      await watcher.close();
    },
  };
}
