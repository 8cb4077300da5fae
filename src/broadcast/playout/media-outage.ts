import { access } from 'node:fs/promises';
import type { Clock } from '#src/platform/clock/clock.ts';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import { type FailureKind, failureKind } from '#src/platform/errors/failure-kind.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { Outage } from '#src/platform/log/outage.ts';

interface MediaOutageOptions {
  /** What lies beside the rendered music, and goes with it when its disk does. */
  catalogue: string;
  clock: Pick<Clock, 'monotonicMs'>;
  logger: Logger;
}

/** What keeps all streams from their files without any file being to blame: a line of the log when it begins, one after. */
export class MediaOutage {
  readonly #catalogue: string;
  readonly #outage: Outage;

  constructor({ catalogue, clock, logger }: MediaOutageOptions) {
    this.#catalogue = catalogue;
    const words = {
      gone: 'broadcast cannot open any music file and tries again every second: check the disk of DATA_DIR',
      back: 'broadcast can open music files again',
    };
    this.#outage = new Outage({ clock, logger, words });
  }

  /** Sorts what kept a piece from being opened: a file that is gone with all others is not to blame for it. */
  async kindOf(error: unknown): Promise<FailureKind> {
    if (!hasErrorCode(error, 'ENOENT')) return failureKind(error);
    const isThere = await access(this.#catalogue).then(
      () => true,
      (reason: unknown) => !hasErrorCode(reason, 'ENOENT'),
    );
    return isThere ? 'file' : 'machine';
  }

  /** @param path what was being read: of a bad spot the system does not say where it is */
  failed(path: string, error: unknown): void {
    this.#outage.failed(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }

  worked(): void {
    this.#outage.worked();
  }
}
