import { readingLimitMs } from '#src/audio/codec/time-limits.ts';
import { type Clock, systemClock } from '#src/platform/clock/clock.ts';
import { type Ending, GuardedProcess } from '#src/platform/process/guarded-process.ts';
import { unreadNow } from '#src/station/folder/entry-fault.ts';
import { type EpisodeFinding, type ExaminerReply, examinerReplySchema } from './episode-finding.ts';

const ENTRY = new URL('./examiner-process.ts', import.meta.url);
const LOW_PRIORITY = 10;
/** Memory limit: far more than reading any audio takes. */
const MEMORY_BYTES_MAX = 512e6;

const FAULTS: Record<Exclude<Ending, 'stalled'>, string> = {
  died: 'brought the decoder down twice; it is probably damaged',
  'too-slow': 'keeps the decoder busy for too long; it is probably damaged',
  'too-large': 'takes too much memory to be read',
};

/** Says nothing about the file. */
const STALLED = unreadNow('its disk gave no answer');

/**
 * Reads episodes, one at a time, in a process of its own: a long one takes seconds, and a damaged one may
 * bring the decoder down. The process starts with the first episode and ends when this is disposed.
 */
export class EpisodeExaminer implements AsyncDisposable {
  readonly #signal: AbortSignal;
  readonly #process: GuardedProcess<ExaminerReply>;
  readonly #stop = () => void this.#process[Symbol.asyncDispose]();

  /** @param signal ends it at once, whatever it is doing */
  constructor(
    signal: AbortSignal,
    { clock = systemClock, entry = ENTRY }: { clock?: Clock; entry?: URL } = {},
  ) {
    this.#signal = signal;
    this.#process = new GuardedProcess({
      entry,
      replySchema: examinerReplySchema,
      priority: LOW_PRIORITY,
      memoryBytesMax: MEMORY_BYTES_MAX,
      clock,
    });
    signal.addEventListener('abort', this.#stop);
  }

  /** @throws when it was stopped, and when the audio library cannot be used at all */
  async examine(path: string, sizeBytes: number): Promise<EpisodeFinding> {
    const limitMs = readingLimitMs(sizeBytes);
    let ending: Ending = 'died';
    for (let tries = 0; ending === 'died' && tries < 2; tries += 1) {
      this.#signal.throwIfAborted();
      const answer = await this.#process.ask({ path }, limitMs);
      this.#signal.throwIfAborted();
      if ('ending' in answer) ending = answer.ending;
      else if (answer.reply.type === 'found') return answer.reply.finding;
    }
    if (ending === 'stalled') return { fault: STALLED, isLasting: false, isPassing: true };
    return { fault: FAULTS[ending], isLasting: true };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#signal.removeEventListener('abort', this.#stop);
    await this.#process[Symbol.asyncDispose]();
  }
}
