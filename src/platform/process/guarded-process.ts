import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { getPriority, setPriority } from 'node:os';
import type { z } from 'zod';
import { MINUTE_MS } from '#src/contract/durations.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { COMPILE_CACHE } from './compile-cache.ts';
import { dieFirst, residentBytes } from './process-memory.ts';
import { watchProcessorUse } from './processor-use.ts';

/** How a request can end without an answer: `stalled` when the process did hardly run, as over a disk that hangs. */
export type Ending = 'died' | 'too-slow' | 'too-large' | 'stalled';
export type Answer<Reply> = { reply: Reply } | { ending: Ending };

export interface GuardedProcessOptions<Reply> {
  entry: URL;
  replySchema: z.ZodType<Reply>;
  /** As `os.setPriority` takes it; where this process has a lower one, its own. */
  priority: number;
  /** Resident; a process that holds more is ended. */
  memoryBytesMax: number;
  /** Time without a request after which it ends, until the next one; never by default. */
  idleMs?: number;
  clock: Clock;
  /** By default what the system says. */
  watchUse?: typeof watchProcessorUse;
}

/** What runs at the lowest priority waits for its turn on a busy machine: it is slow long before it hangs. */
const START_LIMIT_MS = 5 * MINUTE_MS;
/**
 * Of the time that a request has, what the process must have had for itself: on a busy machine a sound file would be
 * called damaged, for good. While it waits for a processor for longer, it gets as much time again.
 */
const OWN_SHARE_MIN = 0.5;
/** Of the time that it did not wait for a processor; what ran for less waited for something else, such as a disk. */
const RUN_SHARE_MIN = 0.05;
/** Real time under which the share says nothing: the system counts in steps. */
const SHARE_MS_MIN = 500;
/** A start that somebody else's signal ended says nothing about the process. */
const START_TRIES = 3;
const MEMORY_LOOK_MS = 100;
const LAST_WORDS_BYTES = 2_000;

/** The process cannot even load what it works with, not in time, or was ended by a signal each time. */
export class ProcessStartError extends Error {
  override readonly name = 'ProcessStartError';
  /** The signal that ended the last try; null when it ended by itself. */
  readonly signal: NodeJS.Signals | null;
  readonly ending: Ending;

  constructor(message: string, ending: Ending = 'died', signal: NodeJS.Signals | null = null) {
    super(message);
    this.ending = ending;
    this.signal = signal;
  }
}

/**
 * A process for work on files that strangers made: a harmful file can end this process, not the radio. It has
 * a limit of time for each request and one of memory, and is the first that a machine without memory ends. It
 * says one thing when it is ready, then answers one request at a time; it starts at the first request, and
 * again after its end.
 */
export class GuardedProcess<Reply> implements AsyncDisposable {
  readonly #options: GuardedProcessOptions<Reply>;
  #process: ChildProcess | null = null;
  #rest: Disposable | null = null;
  #isDisposed = false;

  constructor(options: GuardedProcessOptions<Reply>) {
    this.#options = options;
  }

  /**
   * `timeLimitMs` counts from now; a process that mostly waited for a processor gets as much again.
   * @throws {ProcessStartError}
   */
  async ask(request: Serializable, timeLimitMs: number): Promise<Answer<Reply>> {
    if (this.#isDisposed) return { ending: 'died' };
    this.#rest?.[Symbol.dispose]();
    const child = this.#process ?? (await this.#start());
    const answer = this.#nextWords(child, timeLimitMs);
    child.send(request, () => {});
    const words = await answer;
    if ('ending' in words) return words;
    this.#rested(child);
    return { reply: this.#options.replySchema.parse(words.words) };
  }

  /** Ends it at once, whatever it is doing. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    this.#rest?.[Symbol.dispose]();
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async #start(): Promise<ChildProcess> {
    for (let triesLeft = START_TRIES - 1; ; triesLeft -= 1) {
      const { child, lastWords } = this.#launch();
      const first = await this.#nextWords(child, START_LIMIT_MS);
      if ('words' in first || this.#isDisposed) return child;
      const signal = first.ending === 'died' ? child.signalCode : null;
      if (signal !== null && triesLeft > 0) continue;
      // Nothing but this machine can be to blame for a start that takes too long.
      const ending = first.ending === 'stalled' ? 'too-slow' : first.ending;
      throw new ProcessStartError(lastWords(), ending, signal);
    }
  }

  #launch(): { child: ChildProcess; lastWords(): string } {
    const { entry, priority } = this.#options;
    const child = fork(entry, {
      execArgv: [],
      env: { ...COMPILE_CACHE, ...process.env },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // Bytes pass as bytes.
      serialization: 'advanced',
    });
    let lastWords = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      lastWords = (lastWords + text).slice(-LAST_WORDS_BYTES);
    });
    this.#process = child;
    child.on('error', (error) => {
      lastWords += error.message;
      if (child.pid === undefined) this.#forget(child);
    });
    child.once('exit', () => this.#forget(child));
    // Neither may throw: nobody would read that it is ready, and each answer be taken for that of the request after.
    if (child.pid !== undefined) {
      lowerPriority(child.pid, priority);
      dieFirst(child.pid);
    }
    return { child, lastWords: () => lastWords.trim() };
  }

  /**
   * What the process says next, or how it ended instead. A process that is ended here is not waited for: it
   * may hang in a disk.
   */
  #nextWords(child: ChildProcess, timeLimitMs: number): Promise<{ words: unknown } | { ending: Ending }> {
    const { clock, memoryBytesMax, watchUse = watchProcessorUse } = this.#options;
    const { promise, resolve } = Promise.withResolvers<{ words: unknown } | { ending: Ending }>();
    const onMessage = (words: unknown) => resolve({ words });
    const onEnd = () => resolve({ ending: 'died' });
    const end = (ending: Ending) => {
      resolve({ ending });
      this.#forget(child);
      child.kill('SIGKILL');
    };
    child.once('message', onMessage).once('exit', onEnd).once('error', onEnd);
    if (child.exitCode !== null || child.signalCode !== null || !child.connected) onEnd();
    const use = watchUse(child.pid ?? 0);
    const begunMs = performance.now();
    const giveTime = (limits: number): Disposable =>
      clock.after(timeLimitMs, () => {
        const { waitedMs, ranMs } = use();
        const isOver = limits * timeLimitMs - waitedMs >= OWN_SHARE_MIN * timeLimitMs;
        if (isOver) end(hasStalled(performance.now() - begunMs - waitedMs, ranMs) ? 'stalled' : 'too-slow');
        else impatience = giveTime(limits + 1);
      });
    let impatience = giveTime(1);
    const watch = clock.every(MEMORY_LOOK_MS, () => {
      if (child.pid !== undefined && residentBytes(child.pid) > memoryBytesMax) end('too-large');
    });
    return promise.finally(() => {
      impatience[Symbol.dispose]();
      watch[Symbol.dispose]();
      child.off('message', onMessage).off('exit', onEnd).off('error', onEnd);
    });
  }

  /** Nobody waits for it from now on. */
  #rested(child: ChildProcess): void {
    const { idleMs, clock } = this.#options;
    if (idleMs === undefined || this.#isDisposed) return;
    this.#rest = clock.after(idleMs, () => {
      this.#forget(child);
      // It ends by itself then, and keeps its compiled code for the next one.
      if (child.connected) child.disconnect();
    });
  }

  #forget(child: ChildProcess): void {
    if (this.#process === child) this.#process = null;
  }
}

/**
 * Lowers the priority, and never raises it: under `nice` that takes a right. The process runs all the same where the
 * system allows none, or when it has ended already.
 */
export function lowerPriority(
  pid: number,
  priority: number,
  system: { getPriority(): number; setPriority(pid: number, priority: number): void } = {
    getPriority,
    setPriority,
  },
): void {
  try {
    if (system.getPriority() < priority) system.setPriority(pid, priority);
  } catch {}
}

/** @param ownMs real time since it was asked in which it did not wait for a processor */
function hasStalled(ownMs: number, ranMs: number | null): boolean {
  return ranMs !== null && ownMs >= SHARE_MS_MIN && ranMs < RUN_SHARE_MIN * ownMs;
}
