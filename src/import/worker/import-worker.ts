import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { RejectedFile } from '../rejected/rejection.ts';
import {
  coveredSchema,
  type Identified,
  identifiedSchema,
  type Rendered,
  type RenderRequest,
  renderedSchema,
  type WorkReply,
  type WorkRequest,
  workReplySchema,
} from './worker-messages.ts';

const ENTRY = new URL('./worker-main.ts', import.meta.url);
const LAST_WORDS_BYTES = 2_000;

/** The machine, not the file, stood in the way. `code` is the system's. */
export class WorkFailure extends Error {
  override readonly name = 'WorkFailure';
  readonly code: string | null;

  constructor(code: string | null, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * A process that decodes and encodes, one file at a time: apart from the rest, because a decoder that a damaged file
 * brings down must bring nothing else down. Starts at the first request, and again after a crash.
 */
export class ImportWorker implements AsyncDisposable {
  readonly #priority: number;
  #process: ChildProcess | null = null;
  #lastWords = '';
  #isDisposed = false;

  /** `priority`: of the process, as `os.setPriority` takes it. */
  constructor(priority: number) {
    this.#priority = priority;
  }

  async identify(source: string): Promise<Identified> {
    return identifiedSchema.parse(await this.#ask({ type: 'identify', source }));
  }

  async render(request: Omit<RenderRequest, 'type'>): Promise<Rendered> {
    return renderedSchema.parse(await this.#ask({ type: 'render', ...request }));
  }

  async renderCover(source: string, cover: string): Promise<boolean> {
    return coveredSchema.parse(await this.#ask({ type: 'cover', source, cover })).hasCover;
  }

  /** Ends it at once, whatever it is doing. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** @throws {RejectedFile} (`crashed` when the file brought two processes down), {WorkFailure} */
  async #ask(request: WorkRequest): Promise<WorkReply> {
    const reply = (await this.#attempt(request)) ?? (await this.#attempt(request));
    if (reply === null)
      throw new RejectedFile('crashed', 'brought the decoder down twice; it is probably damaged');
    if (reply.type === 'rejected') throw new RejectedFile(reply.reason, reply.message);
    if (reply.type === 'failed') throw new WorkFailure(reply.code, reply.message);
    return reply;
  }

  /** Null when the process died over it. */
  async #attempt(request: WorkRequest): Promise<WorkReply | null> {
    if (this.#isDisposed) throw new WorkFailure('ABORT_ERR', 'the import was stopped');
    const child = this.#process ?? (await this.#start());
    const reply = nextReply(child);
    child.send(request);
    const answer = await reply;
    if (answer === null && this.#isDisposed) throw new WorkFailure('ABORT_ERR', 'the import was stopped');
    return answer;
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(ENTRY, { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    if (child.pid !== undefined) setPriority(child.pid, this.#priority);
    this.#process = child;
    this.#lastWords = '';
    child.on('error', () => {});
    child.once('exit', () => {
      if (this.#process === child) this.#process = null;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#lastWords = (this.#lastWords + text).slice(-LAST_WORDS_BYTES);
    });
    if ((await nextReply(child))?.type === 'ready') return child;
    if (this.#isDisposed) throw new WorkFailure('ABORT_ERR', 'the import was stopped');
    throw new OperatorError(
      `The audio library cannot be used on this machine:\n${this.#lastWords.trim()}`,
      'Run `npm ci` in the folder of Onde to fetch the parts made for this machine, then start again.',
    );
  }
}

/** What the process says next; null when it ends instead. */
function nextReply(child: ChildProcess): Promise<WorkReply | null> {
  const { promise, resolve, reject } = Promise.withResolvers<WorkReply | null>();
  const onMessage = (message: unknown) => {
    const reply = workReplySchema.safeParse(message);
    if (reply.success) resolve(reply.data);
    else reject(reply.error);
  };
  const onEnd = () => resolve(null);
  child.once('message', onMessage).once('exit', onEnd).once('error', onEnd);
  return promise.finally(() => child.off('message', onMessage).off('exit', onEnd).off('error', onEnd));
}
