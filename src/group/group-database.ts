import type { Database } from '#src/db/database.ts';
import { isDoneWithin } from '#src/platform/scheduling/done-within.ts';
import type { KeeperOptions } from './keeper-options.ts';

/** One that is made at a first start is there by then; one that hangs may never say anything. */
const OPEN_WITHIN_MS = 10_000;
/** Each attempt begins with a copy of the whole database. */
const AGAIN_AFTER_MS = 30_000;

interface GroupDatabaseOptions
  extends Pick<KeeperOptions, 'openDatabase' | 'openAsItIs' | 'clock' | 'logger'> {
  /** Called with the failure of one that was not waited for. */
  onLateFailure: (error: unknown) => void;
}

/**
 * The database beside the lock's session. While it is copied and migrated, or does not say whether it can be opened, no
 * turn waits for it: the journal goes by it as it is.
 */
export class GroupDatabase implements AsyncDisposable {
  readonly #options: GroupDatabaseOptions;
  #asItIs: Database | null = null;
  #whole: Database | null = null;
  #opening: Promise<void> | null = null;
  #againMs = Number.NEGATIVE_INFINITY;
  #isOver = false;

  constructor(options: GroupDatabaseOptions) {
    this.#options = options;
  }

  /** In this program's form; null until it has been opened. */
  get whole(): Database | null {
    return this.#whole;
  }

  /**
   * Gives the database in this program's form, or as it is while it is being brought to that.
   * @throws when it cannot be opened, and says so soon
   */
  async open(): Promise<Database> {
    if (this.#whole === null && this.#opening === null && this.#options.clock.monotonicMs() >= this.#againMs)
      await this.#begin();
    if (this.#whole !== null) return this.#whole;
    this.#asItIs ??= this.#options.openAsItIs();
    return this.#asItIs;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    await Promise.all([this.#whole?.destroy(), this.#asItIs?.destroy()]);
  }

  async #begin(): Promise<void> {
    const { openDatabase, clock } = this.#options;
    const migrating = Promise.withResolvers<void>();
    let isAwaited = true;
    const opening = openDatabase(migrating.resolve).then(
      async (db) => {
        this.#opening = null;
        this.#whole = db;
        if (this.#isOver) await db.destroy();
      },
      (error: unknown) => {
        this.#opening = null;
        if (isAwaited) throw error;
        this.#failedLate(error);
      },
    );
    this.#opening = opening;
    try {
      await isDoneWithin(OPEN_WITHIN_MS, Promise.race([opening, migrating.promise]), clock);
    } finally {
      isAwaited = false;
    }
  }

  #failedLate(error: unknown): void {
    const { clock, logger, onLateFailure } = this.#options;
    if (this.#isOver) return;
    this.#againMs = clock.monotonicMs() + AGAIN_AFTER_MS;
    logger.warn(
      { reason: error instanceof Error ? error.message : String(error), seconds: AGAIN_AFTER_MS / 1000 },
      'the database could not be brought to this version; whose turn it is does not depend on it, and the keeper tries again: see that the database and DATA_DIR have room',
    );
    onLateFailure(error);
  }
}
