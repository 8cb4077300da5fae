import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import type { EpisodeFinding } from './episode-finding.ts';
import { type ExaminerReply, examinerReplySchema } from './examiner-reply.ts';

const ENTRY = new URL('./examiner-process.ts', import.meta.url);
const LOW_PRIORITY = 10;
const DIED: EpisodeFinding = { fault: 'brought the decoder down; it is probably damaged', isLasting: false };

/**
 * Looks into episodes, one at a time, in a process of its own: reading a long one takes seconds, and a damaged one may
 * bring the decoder down. It starts with the first episode and ends when this is disposed.
 */
export class EpisodeExaminer implements AsyncDisposable {
  readonly #signal: AbortSignal;
  #process: ChildProcess | null = null;

  /** `signal` ends it at once, whatever it is doing. */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Rejects when it was stopped, and when the audio library cannot be used at all. */
  async examine(path: string): Promise<EpisodeFinding> {
    this.#signal.throwIfAborted();
    const child = this.#process ?? (await this.#start());
    const reply = nextReply(child);
    child.send({ path });
    const words = await reply;
    this.#signal.throwIfAborted();
    return words?.type === 'found' ? words.finding : DIED;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const child = this.#process;
    if (child === null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(ENTRY, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.#process = child;
    const stop = () => child.kill('SIGKILL');
    this.#signal.addEventListener('abort', stop);
    child.on('error', () => {});
    child.once('exit', () => {
      this.#signal.removeEventListener('abort', stop);
      this.#process = null;
    });
    if ((await nextReply(child))?.type !== 'ready') throw new Error('The audio library cannot be used here.');
    if (child.pid !== undefined) setPriority(child.pid, LOW_PRIORITY);
    return child;
  }
}

/** What the process says next; null when it ends instead. */
function nextReply(child: ChildProcess): Promise<ExaminerReply | null> {
  const { promise, resolve, reject } = Promise.withResolvers<ExaminerReply | null>();
  const onMessage = (message: unknown) => {
    const reply = examinerReplySchema.safeParse(message);
    if (reply.success) resolve(reply.data);
    else reject(reply.error);
  };
  const onEnd = () => resolve(null);
  child.once('message', onMessage).once('exit', onEnd).once('error', onEnd);
  return promise.finally(() => child.off('message', onMessage).off('exit', onEnd).off('error', onEnd));
}
