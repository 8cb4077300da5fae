import { errorCode } from '#src/platform/errors/error-code.ts';
import { failureKind } from '#src/platform/errors/failure-kind.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';

/** Logs what cannot be played: once for each broken file, once for a cause outside of the files. */
export class PlayFailures {
  readonly #logger: Logger;
  /** The reason by media id. As many as there are files in the catalogue, at most. */
  readonly #broken = new Map<string, string>();
  /** Codes of the causes that last. */
  readonly #lasting = new Set<string>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  tell(record: MediaRecord, path: string, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (failureKind(error) === 'file') {
      if (this.#broken.get(record.id) === reason) return;
      this.#broken.set(record.id, reason);
      this.#logger.warn(
        { reason, path },
        `broadcast cannot play "${record.title}" and leaves it out: delete ${path}, and onde import renders it again`,
      );
      return;
    }
    const code = errorCode(error) ?? '';
    if (this.#lasting.has(code)) return;
    this.#lasting.add(code);
    this.#logger.warn(
      { reason, path },
      'broadcast cannot open any music file and tries again every second: check the disk of DATA_DIR',
    );
  }

  /** Call it when a piece was opened: its fault, or that of all files, is over. */
  over(record: MediaRecord): void {
    this.#broken.delete(record.id);
    if (this.#lasting.size > 0) this.#logger.info({}, 'broadcast can open music files again');
    this.#lasting.clear();
  }
}
