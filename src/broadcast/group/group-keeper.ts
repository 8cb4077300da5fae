import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { JournalEntry } from '#src/broadcast/journal/journal-entry.wire.ts';
import { ended, startOndeChild, stopChild } from '#src/broadcast/supervision/onde-child.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import {
  BEAT_EVERY_MS,
  type FromKeeper,
  fromKeeperSchema,
  PASS_ON_MAX_MS,
  type ToKeeper,
} from './keeper.wire.ts';

const STOP_GRACE_MS = 1_000;
/** Pause before the next one is started; shorter than another machine waits before it takes over. */
const RESTART_MS = 250;

/** It is this machine's turn: see `turn` in keeper.wire.ts. */
export interface Turn {
  readonly epoch: number;
  readonly aheadMs: number;
}

/** The keeper as an instance has it: what tests put in its place has no secrets of the class. */
export type RunningKeeper = Pick<GroupKeeper, keyof GroupKeeper>;

interface GroupKeeperOptions {
  /** Where the instance's sockets lie. */
  folder: string;
  clock: Clock;
  logger: Logger;
  /** Gets what it prints, line by line; null: it prints where this process does. */
  onPrinted: ((line: string) => void) | null;
}

/**
 * Keeps the process running that holds the lock of this machine's group, tells it that broadcast is well and what it
 * plays, and hears from it whose turn it is. While that process is away everything stays as it is.
 */
export class GroupKeeper implements AsyncDisposable {
  readonly #options: GroupKeeperOptions;
  readonly #turn = Promise.withResolvers<Turn>();
  readonly #lost = Promise.withResolvers<void>();
  readonly #timer: Disposable;
  #child: ChildProcess | null = null;
  #isOnAir = false;
  #isStopping = false;
  /** One of the processes has reached the database, since the start of this one. */
  #isTakenIn = false;
  #passedOn: ((isTaken: boolean) => void) | null = null;
  #passing: Promise<boolean> | null = null;
  #restart: Disposable | null = null;
  #place: { machine: string; epoch: number } = { machine: '', epoch: 0 };

  constructor(options: GroupKeeperOptions) {
    this.#options = options;
    this.#turn.promise.catch(() => {});
    this.#start();
    this.#timer = options.clock.every(BEAT_EVERY_MS, () => this.#beat());
  }

  /**
   * Resolves when it is this machine's turn.
   * @throws {OperatorError} when the operator has to mend something first
   */
  get turn(): Promise<Turn> {
    return this.#turn.promise;
  }

  /** Resolves when another machine has taken over. */
  get lost(): Promise<void> {
    return this.#lost.promise;
  }

  /** Which machine this is, and the last turn that it knows of. */
  get place(): { readonly machine: string; readonly epoch: number } {
    return this.#place;
  }

  /** Call it when the music is on the air. */
  wentOnAir(): void {
    this.#isOnAir = true;
    this.#beat();
  }

  play(entry: JournalEntry): void {
    this.#send({ type: 'play', entry });
  }

  /**
   * Lets another machine take over; true when one has. Waits for it for a moment, not for good. Whoever asks meanwhile
   * hears the same.
   */
  passOn(): Promise<boolean> {
    this.#passing ??= this.#passOnOnce().finally(() => {
      this.#passing = null;
    });
    return this.#passing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopping = true;
    this.#timer[Symbol.dispose]();
    this.#restart?.[Symbol.dispose]();
    const child = this.#child;
    if (child) await stopChild(child, STOP_GRACE_MS, () => this.#send({ type: 'stop' }));
  }

  async #passOnOnce(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#passedOn = resolve;
    using _patience = this.#options.clock.after(PASS_ON_MAX_MS, () => resolve(false));
    this.#send({ type: 'pass-on' });
    return await promise;
  }

  #start(): void {
    const { folder, onPrinted, clock, logger } = this.#options;
    const output = onPrinted === null ? 'inherit' : 'pipe';
    const startAgain = () => {
      this.#restart = clock.after(RESTART_MS, () => this.#start());
    };
    let child: ChildProcess;
    try {
      child = startOndeChild(['keeper'], { folder, stdio: ['ignore', output, output, 'ipc'] });
    } catch (error) {
      // Without memory for another process the runtime throws at once.
      logger.warn(
        { err: error },
        'the process that keeps the lock of this machine’s group could not be started; broadcast tries again: see what takes this machine’s memory',
      );
      startAgain();
      return;
    }
    this.#child = child;
    // One that could not be started has none.
    for (const input of [child.stdout, child.stderr])
      if (onPrinted !== null && input) createInterface({ input }).on('line', onPrinted);
    child.on('message', (message) => {
      const { data } = fromKeeperSchema.safeParse(message);
      if (data) this.#hear(data);
    });
    this.#beat();
    void ended(child).then((how) => {
      this.#child = null;
      if (this.#isStopping) return;
      logger.warn(
        { how },
        'the process that keeps the lock of this machine’s group ended; broadcast starts another: the lines above say why',
      );
      this.#passedOn?.(false);
      startAgain();
    });
  }

  #beat(): void {
    this.#send({ type: 'alive', isOnAir: this.#isOnAir });
  }

  #hear(message: FromKeeper): void {
    if (message.type === 'place') this.#place = message;
    else if (message.type === 'taken-in') this.#isTakenIn = true;
    else if (message.type === 'lost') this.#lost.resolve();
    else if (message.type === 'passed-on') this.#passedOn?.(message.isTaken);
    else if (message.type === 'refused') {
      if (!this.#isTakenIn) this.#turn.reject(new OperatorError(message.message, message.remedy));
    } else {
      this.#place = { ...this.#place, epoch: message.epoch };
      this.#turn.resolve(message);
    }
  }

  #send(message: ToKeeper): void {
    if (this.#child?.connected) this.#child.send(message, () => {});
  }
}
