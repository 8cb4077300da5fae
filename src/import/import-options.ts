import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { DataFolder } from '#src/platform/settings/data-folder.ts';
import type { ImportProgress } from './import-report.ts';
import type { ImportWorkerOptions } from './worker/import-worker.ts';

export interface ImportOptions {
  stationDir: string;
  folder: DataFolder;
  logger: Logger;
  clock: Clock;
  /** Stops within moments; what is finished is kept. */
  signal?: AbortSignal;
  onProgress?: (progress: ImportProgress) => void;
  /** Files rendered at once; as many as there are cores unless given. */
  workers?: number;
  /** The priority of the processes that render, from -20 to 19: the lowest, 19, so that what is on air never waits for them. */
  priority?: number;
  /** Another program for the processes that render, and another limit of their memory: for tests. */
  worker?: Partial<Pick<ImportWorkerOptions, 'entry' | 'memoryBytesMax'>>;
}
