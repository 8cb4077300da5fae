import { errorCode } from '#src/platform/errors/error-code.ts';
import { failureKind } from '#src/platform/errors/failure-kind.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';

/** Tells the operator what cannot be played: once a broken file, once a cause that lies outside the files. */
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
      this.#logger.warn({ reason, path }, `"${record.title}" cannot be played and is left out`);
      return;
    }
    const code = errorCode(error) ?? '';
    if (this.#lasting.has(code)) return;
    this.#lasting.add(code);
    this.#logger.warn({ reason, path }, 'no music file can be opened for now; trying again every second');
  }

  /** A piece was opened: what kept it, or all, from being played is over. */
  over(record: MediaRecord): void {
    this.#broken.delete(record.id);
    if (this.#lasting.size > 0) this.#logger.info({}, 'music files can be opened again');
    this.#lasting.clear();
  }
}
