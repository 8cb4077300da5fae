import { readingLimitMs, renderingLimitMs } from '#src/audio/codec/time-limits.ts';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { AUDIO_HOURS_MAX } from '#src/contract/limits.ts';
import { RejectedFile } from '#src/import/rejected/rejection.ts';
import type { SourceFile } from '#src/import/scan/source-file.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { type Ending, GuardedProcess, ProcessStartError } from '#src/platform/process/guarded-process.ts';
import {
  type Covered,
  coveredSchema,
  type Identified,
  identifiedSchema,
  type Named,
  namedSchema,
  type Rendered,
  type RenderRequest,
  renderedSchema,
  type WorkReply,
  type WorkRequest,
  workReplySchema,
} from './worker-messages.ts';

const ENTRY = new URL('./worker-main.ts', import.meta.url);

/** Memory limit, far more than any music takes; the largest cover that is allowed takes half of it. */
const MEMORY_BYTES_MAX = 512e6;

/** A failure of the machine, not of the file. `code` is the system's. */
export class WorkFailure extends Error {
  override readonly name = 'WorkFailure';
  readonly code: string | null;

  constructor(code: string | null, message: string) {
    super(message);
    this.code = code;
  }
}

/** Another worker has a copy of the same audio. */
export class CopyInWork extends Error {
  override readonly name = 'CopyInWork';
  /** Settles when the other worker is done with it, and never fails. */
  readonly isOver: Promise<unknown>;

  constructor(isOver: Promise<unknown>) {
    super('is taken in together with a copy of it');
    this.isOver = isOver;
  }
}

/**
 * A failure of the process over a file. The file may be to blame, or another one that was worked on beside it
 * and took the machine's memory.
 */
export class WorkerLost extends Error {
  override readonly name = 'WorkerLost';
  readonly refusal: RejectedFile;

  constructor(refusal: RejectedFile) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

export interface ImportWorkerOptions {
  /** The priority of the process, as `os.setPriority` takes it. */
  priority: number;
  clock: Clock;
  entry?: URL;
  memoryBytesMax?: number;
}

/**
 * A process that decodes and encodes, one file at a time. It is separate because a damaged file may bring a
 * decoder down, and nothing else may fall with it.
 */
export class ImportWorker implements AsyncDisposable {
  readonly #process: GuardedProcess<WorkReply>;
  readonly #memoryBytesMax: number;
  #isDisposed = false;

  constructor({ priority, clock, entry = ENTRY, memoryBytesMax = MEMORY_BYTES_MAX }: ImportWorkerOptions) {
    this.#memoryBytesMax = memoryBytesMax;
    this.#process = new GuardedProcess({
      entry,
      replySchema: workReplySchema,
      priority,
      memoryBytesMax,
      clock,
    });
  }

  async identify({ absolutePath: source, sizeBytes }: SourceFile): Promise<Identified> {
    return identifiedSchema.parse(await this.#ask({ type: 'identify', source }, readingLimitMs(sizeBytes)));
  }

  /** Reads the names in a file's tags, and nothing else of it. */
  async name({ absolutePath: source, sizeBytes }: SourceFile): Promise<Named> {
    return namedSchema.parse(await this.#ask({ type: 'name', source }, readingLimitMs(sizeBytes)));
  }

  /** Renders a file. `seconds` is the length of its sound as far as it is known, else 0. */
  async render(request: Omit<RenderRequest, 'type'>, seconds: number): Promise<Rendered> {
    const limitMs = renderingLimitMs(seconds || AUDIO_HOURS_MAX * 3600);
    return renderedSchema.parse(await this.#ask({ type: 'render', ...request }, limitMs));
  }

  /** Renders a cover: the source's own, else its folder's picture. */
  async renderCover(
    { absolutePath: source, sizeBytes, picture }: SourceFile,
    cover: string,
  ): Promise<Covered> {
    const request = { type: 'cover' as const, source, picture: picture?.absolutePath ?? null, cover };
    return coveredSchema.parse(await this.#ask(request, readingLimitMs(sizeBytes)));
  }

  /** Ends it at once, whatever it is doing. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    await this.#process[Symbol.asyncDispose]();
  }

  /** @throws {RejectedFile | WorkFailure | WorkerLost} */
  async #ask(request: WorkRequest, timeLimitMs: number): Promise<WorkReply> {
    const answer = await this.#process.ask(request, timeLimitMs).catch((error: unknown) => {
      throw error instanceof ProcessStartError && !this.#isDisposed ? noLibrary(error) : error;
    });
    if (this.#isDisposed) throw new WorkFailure('ABORT_ERR', 'the import was stopped');
    if ('ending' in answer) throw lossOf(answer.ending, timeLimitMs, this.#memoryBytesMax);
    const { reply } = answer;
    if (reply.type === 'rejected') throw new RejectedFile(reply.reason, reply.message);
    if (reply.type === 'failed') throw new WorkFailure(reply.code, reply.message);
    return reply;
  }
}

function lossOf(
  ending: Ending,
  timeLimitMs: number,
  memoryBytesMax: number,
): WorkerLost | RejectedFile | WorkFailure {
  const minutes = Math.ceil(timeLimitMs / MINUTE_MS);
  // As the system says where a network disk gives up.
  if (ending === 'stalled') return new WorkFailure('ETIMEDOUT', `its disk gave no answer for ${minutes} min`);
  if (ending === 'too-slow') {
    return new RejectedFile(
      'too-slow',
      `keeps the decoder busy for more than ${minutes} min; it is probably damaged`,
    );
  }
  const refusal =
    ending === 'too-large'
      ? new RejectedFile('too-large', `takes more than ${memoryBytesMax / 1e6} MB of memory to be decoded`)
      : new RejectedFile('crashed', 'brought the decoder down twice; it is probably damaged');
  return new WorkerLost(refusal);
}

function noLibrary({ message, ending, signal }: ProcessStartError): OperatorError {
  if (ending === 'too-slow')
    return new OperatorError(
      'The audio decoder did not come to its start for minutes.',
      'This machine is too busy, or its disk does not answer; Onde tries again by itself.',
    );
  if (signal !== null)
    return new OperatorError(
      `The system ended the audio decoder (${signal}) each time it started.`,
      'Look whether this machine has memory left; Onde tries again by itself.',
    );
  return new OperatorError(
    `The audio library cannot be used on this machine:\n${message}`,
    'Run `npm ci` in the folder of Onde to fetch the parts made for this machine, then start again.',
  );
}
