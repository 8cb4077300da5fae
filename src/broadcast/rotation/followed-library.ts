import { setImmediate } from 'node:timers/promises';
import type { Clock } from '#src/platform/clock/clock.ts';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { DataFolder } from '#src/platform/settings/data-folder.ts';
import { type FollowedCatalogue, followCatalogue } from '#src/station/catalogue/follow-catalogue.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import { Library } from './library.ts';

/** How often new files are taken up: a few at a time, and the less often the larger the library. */
const TAKE_UP_MS = 500;
const TAKE_UP_TRACKS = 2_000;
/** Records taken up before listeners are served again. */
const SLICE_RECORDS = 200;

interface FollowedLibraryOptions {
  folder: DataFolder;
  clock: Clock;
  logger: Logger;
  /** Called after the media catalogue has grown or changed. */
  onCatalogue: () => void;
  /** Called after the library has taken changes up. */
  onTakenUp: () => void;
}

/** The library, kept up to date with the media catalogue until disposed. */
export class FollowedLibrary implements AsyncDisposable {
  readonly library: Library;
  readonly #options: FollowedLibraryOptions;
  readonly #catalogue: FollowedCatalogue;
  readonly #changed: ChangedRecords;
  #timer: Disposable | null = null;
  #isClosed = false;

  private constructor(
    options: FollowedLibraryOptions,
    catalogue: FollowedCatalogue,
    changed: ChangedRecords,
  ) {
    this.#options = options;
    this.#catalogue = catalogue;
    this.#changed = changed;
    this.library = new Library(catalogue.records);
    changed.onAdded = () => this.#takeUpSoon();
  }

  /** @throws {OperatorError} when nothing of the catalogue can be read */
  static async open(options: FollowedLibraryOptions): Promise<FollowedLibrary> {
    const { folder, clock, logger, onCatalogue } = options;
    const changed = new ChangedRecords();
    const onChange = (records: MediaRecord[]) => {
      changed.add(records);
      onCatalogue();
    };
    const onError = (error: unknown) =>
      logger.error(
        { err: error },
        'broadcast could not read the media catalogue: check the disk of DATA_DIR',
      );
    const onLost = (error: unknown) =>
      logger.error(
        { err: error, path: folder.catalogue },
        'a part of the media catalogue cannot be read, and what stands in it does not play: check the disk of DATA_DIR; npx onde import writes the catalogue anew',
      );
    const following = { clock, onError, onLost };
    const catalogue = await followCatalogue(folder, onChange, following).catch((error: unknown) => {
      if (!hasErrorCode(error, 'EIO')) throw error;
      throw new OperatorError(
        `Nothing of ${folder.catalogue} can be read: its disk fails.`,
        'Check the disk of DATA_DIR. Where the file is lost, move it away: npx onde import then takes all music in anew.',
        { cause: error },
      );
    });
    return new FollowedLibrary(options, catalogue, changed);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#timer?.[Symbol.dispose]();
    await this.#catalogue[Symbol.asyncDispose]();
  }

  #takeUpSoon(): void {
    const steps = Math.ceil(this.#catalogue.records.size / TAKE_UP_TRACKS);
    this.#timer ??= this.#options.clock.after(TAKE_UP_MS * Math.max(1, steps), () => void this.#takeUp());
  }

  async #takeUp(): Promise<void> {
    for (const [at, record] of this.#changed.takeAll().entries()) {
      if (at % SLICE_RECORDS === SLICE_RECORDS - 1) await setImmediate();
      this.library.take(record);
    }
    if (this.#isClosed) return;
    this.#timer = null;
    if (!this.#changed.isEmpty) this.#takeUpSoon();
    this.#options.onTakenUp();
  }
}

/** Records that the library has not taken up yet. */
class ChangedRecords {
  onAdded: () => void = () => {};
  #records: MediaRecord[] = [];

  get isEmpty(): boolean {
    return this.#records.length === 0;
  }

  add(records: readonly MediaRecord[]): void {
    this.#records.push(...records);
    this.onAdded();
  }

  takeAll(): MediaRecord[] {
    return this.#records.splice(0);
  }
}
