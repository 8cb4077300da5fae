import type { ChildProcess } from 'node:child_process';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { WebBackend } from '#src/broadcast/front-door/web-gate.ts';
import { HOUR_MS, MINUTE_MS } from '#src/contract/durations.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { ended, startOndeChild, stopChild } from './onde-child.ts';
import {
  type FromWeb,
  fromWebSchema,
  type QueryFigures,
  type RobotHeard,
  type ToWeb,
  type WebHealth,
} from './web-process.wire.ts';
import { type ProcessStrain, readProcessStrain, waitsForEvents } from './web-watch.ts';

/** [W236] Long enough for the first build of a development server. */
const WEB_READY_MS_MAX = MINUTE_MS;
/** [W236] A copy of years of plays takes minutes on a memory card, and one that is ended begins anew. */
const MIGRATION_MS_MAX = 6 * HOUR_MS;
const STOP_GRACE_MS = 5_000;
/**
 * Options of Node. The space for short-lived objects is 1 MB: V8 takes up to 16, and the process is 50 MB
 * larger for it.
 */
const NODE_OPTIONS = ['--max-semi-space-size=1'];

/** One running `onde web`. */
export class WebProcess {
  readonly backend: WebBackend;
  /** Resolves with the exit code or signal. */
  readonly ended: Promise<number | string>;
  readonly #child: ChildProcess;
  #asked: { question: number; answered: (health: WebHealth) => void } | null = null;
  #questions = 0;
  #queries: QueryFigures | null = null;

  private constructor(child: ChildProcess, socketPath: string) {
    this.#child = child;
    this.backend = new WebBackend(socketPath);
    this.ended = ended(child);
  }

  /**
   * Starts one and waits until it listens.
   * @throws {OperatorError} when it says what keeps it from starting
   * @throws when it ends before, or takes longer than a minute without a migration
   */
  static async start(
    socketPath: string,
    options: {
      withHotReload: boolean;
      /** False: it keeps the database and answers for files, and pages are elsewhere. */
      withPages: boolean;
      greeting: readonly ToWeb[];
      signal: AbortSignal;
      clock: Clock;
      /** Gets what it prints, line by line; null: it prints where this process does. */
      onPrinted: ((line: string) => void) | null;
      /** Gets what the station's robots hear. */
      onRobotHeard: (heard: RobotHeard) => void;
    },
  ): Promise<WebProcess> {
    const words = [
      'web',
      '--socket',
      socketPath,
      ...(options.withHotReload ? ['--dev'] : []),
      ...(options.withPages ? [] : ['--without-pages']),
    ];
    const { onPrinted } = options;
    const output = onPrinted === null ? 'inherit' : 'pipe';
    const child = startOndeChild(words, {
      folder: dirname(socketPath),
      stdio: ['ignore', output, output, 'ipc'],
      nodeOptions: NODE_OPTIONS,
    });
    for (const input of [child.stdout, child.stderr])
      if (onPrinted !== null && input !== null) createInterface({ input }).on('line', onPrinted);
    const started = new WebProcess(child, socketPath);
    for (const message of options.greeting) started.send(message);
    child.on('message', (message) => {
      const { data } = fromWebSchema.safeParse(message);
      if (data?.type === 'robot-heard') options.onRobotHeard(data);
      if (data?.type === 'health') started.#heardHow(data);
    });
    // Until it has loaded, it hears the signal alone; from then on the message.
    const abort = () => {
      child.kill('SIGTERM');
      started.send({ type: 'stop' });
    };
    options.signal.addEventListener('abort', abort, { once: true });
    try {
      await started.#ready(options.clock);
      return started;
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    } finally {
      options.signal.removeEventListener('abort', abort);
    }
  }

  /** Sends a message; nothing to a process that is gone. */
  send(message: ToWeb): void {
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  /**
   * Asks how it is, over the process channel: it is asked every second for months, and a request costs both sides more.
   * The channel is read where requests are, so that a process that hangs answers neither.
   * @throws without an answer
   */
  greet(giveUp: AbortSignal): Promise<WebHealth> {
    this.#questions += 1;
    const question = this.#questions;
    const { promise, resolve, reject } = Promise.withResolvers<WebHealth>();
    this.#asked = { question, answered: resolve };
    giveUp.addEventListener('abort', () => reject(giveUp.reason), { once: true });
    if (!this.#child.connected) reject(new Error('the channel to the web process is closed'));
    else
      this.#child.send({ type: 'health', question } satisfies ToWeb, (error) => {
        if (error) reject(error);
      });
    return promise;
  }

  #heardHow({ question, database, queries }: Extract<FromWeb, { type: 'health' }>): void {
    this.#queries = queries;
    // A late answer to an earlier question says how it was.
    if (this.#asked?.question === question) this.#asked.answered(database);
  }

  /** What it said of its queries when it was last asked; null before. */
  get queries(): QueryFigures | null {
    return this.#queries;
  }

  /** Whether it waits for whatever comes. */
  waitsForEvents(): boolean {
    return waitsForEvents(this.#child.pid);
  }

  /** The kernel's figures of the process. */
  strain(): ProcessStrain | null {
    return readProcessStrain(this.#child.pid);
  }

  /** Ends a process that hears nothing any more. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Lets it finish the requests under way. */
  stop(): Promise<void> {
    return stopChild(this.#child, STOP_GRACE_MS, () => this.send({ type: 'stop' }));
  }

  #ready(clock: Clock): Promise<void> {
    return new Promise((resolve, reject) => {
      const give = (ms: number) => clock.after(ms, () => reject(new Error('it was not ready in time')));
      let patience = give(WEB_READY_MS_MAX);
      this.#child.on('message', (message) => {
        const parsed = fromWebSchema.safeParse(message);
        if (!parsed.success) return;
        if (parsed.data.type === 'cannot-start')
          reject(new OperatorError(parsed.data.problem, parsed.data.remedy));
        if (parsed.data.type !== 'ready' && parsed.data.type !== 'migrating') return;
        patience[Symbol.dispose]();
        if (parsed.data.type === 'ready') resolve();
        else patience = give(MIGRATION_MS_MAX);
      });
      void this.ended.then((how) => {
        patience[Symbol.dispose]();
        reject(new Error(`it ended with ${how}`));
      });
    });
  }
}
