import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { STREAM_IDS, type StreamId } from '#src/contract/streams.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import { replaceFile } from '#src/platform/files/replace-file.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { Outage } from '#src/platform/log/outage.ts';
import { SingleRun } from '#src/platform/scheduling/single-run.ts';

/** Time in which what all streams tell is gathered into one write. */
const GATHER_MS = 500;
/** Far beyond any number of this millennium: what is more was not written by this program. */
const NUMBER_MAX = 1e12;

const number = z.int().min(0).max(NUMBER_MAX);
const segmentStateSchema = z.object({
  /** The highest number told. */
  last: number,
  /** Hashes of the segments told last, up to that number. */
  hashes: z.array(z.string()),
  /** See Segments: where segments did not follow one another, or were dated anew. */
  stretches: z.array(z.object({ from: number, offset: z.int(), sequence: number })).min(1),
});
/** What a stream has to know after a restart to go on with its segments. */
export type SegmentState = z.infer<typeof segmentStateSchema>;

const fileSchema = z.partialRecord(z.enum(STREAM_IDS), segmentStateSchema.nullable().catch(null));

interface ToldSegmentsOptions {
  path: string;
  clock: Clock;
  logger: Logger;
  write?: typeof replaceFile;
}

/**
 * Keeps which segments were told to anybody, for a restart: numbers must not fall [W140]. Without the file, or
 * with one that cannot be read, they begin anew by the clock.
 */
export class ToldSegments implements AsyncDisposable {
  readonly #options: ToldSegmentsOptions;
  readonly #states: Partial<Record<StreamId, SegmentState | null>>;
  readonly #outage: Outage;
  #timer: Disposable | null = null;
  /** Whatever is told while a slow disk holds one write up goes into the next. */
  readonly #writing = new SingleRun(() => this.#replace());

  constructor(options: ToldSegmentsOptions) {
    this.#options = options;
    this.#states = read(options);
    this.#outage = new Outage({
      ...options,
      words: {
        gone: 'broadcast cannot write which segments (HLS) were told, so their numbers may fall at a restart: check the disk of DATA_DIR',
        back: 'broadcast writes again which segments (HLS) were told',
      },
    });
  }

  of(streamId: StreamId): SegmentState | null {
    return this.#states[streamId] ?? null;
  }

  keep(streamId: StreamId, state: SegmentState): void {
    this.#states[streamId] = state;
    this.#timer ??= this.#options.clock.after(GATHER_MS, () => this.#write());
  }

  #write(): void {
    this.#timer = null;
    void this.#writing.run();
  }

  async #replace(): Promise<void> {
    try {
      const { path, write = replaceFile } = this.#options;
      await write(path, JSON.stringify(this.#states), { flush: false });
      this.#outage.worked();
    } catch (error) {
      this.#outage.failed(String(error));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#timer) {
      this.#timer[Symbol.dispose]();
      this.#write();
    }
    await this.#writing.running;
  }
}

function read({ path, logger }: ToldSegmentsOptions): Partial<Record<StreamId, SegmentState | null>> {
  try {
    return fileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT'))
      logger.warn(
        { err: error, path },
        'broadcast numbers segments (HLS) by the clock, as it cannot read which were told; whoever hears nothing starts the player again',
      );
    return {};
  }
}
