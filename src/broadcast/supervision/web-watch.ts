import { readFileSync } from 'node:fs';
import type { WebState } from '#src/broadcast/front-door/web-gate.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { failureKind } from '#src/platform/errors/failure-kind.ts';
import type { WebHealth } from './web-process.wire.ts';

/**
 * Pause between two questions. With the time for an answer it is less than the three seconds after which
 * `/readyz?part=web` tells of a hang.
 */
const PAUSE_MS = 1_250;
const ANSWER_MAX_MS = 1_500;
/** Longest time for which a process that rests is not asked. */
const REST_MAX_MS = 10_000;
/**
 * Delay of a timer that shows that this process stood still as a whole, which says nothing about the other
 * one.
 */
const STOOD_STILL_MS = 1_000;
/** Answers of `stuck` in a row after which it counts. */
const STUCK_MAX = 2;

/** `silent`: it answered nothing for too long. `stuck`: it answers, but its database calls never end. */
export type WebLoss = 'silent' | 'stuck';

export interface WebWatchOptions {
  /**
   * Asks how it is; gives up when the signal says so.
   * @throws without an answer
   */
  ask: (giveUp: AbortSignal) => Promise<WebHealth>;
  strain: () => ProcessStrain | null;
  /** Whether the process waits for whatever comes: one that does so would answer, and need not be woken for it. */
  rests: () => boolean;
  /** Called with the outcome of every question. */
  onState: (state: WebState) => void;
  /**
   * Called when waiting has no purpose any more: once for a silent process, and for a stuck one each time it
   * has said so twice.
   */
  onLost: (loss: WebLoss) => void;
  clock: Clock;
}

/** When a process fell silent, and how it stood then. */
interface Fall {
  atMs: number;
  strain: ProcessStrain | null;
}

/**
 * Asks a process again and again how it is, unless it rests: one that hangs does not end by itself. The first
 * missing answer is reported at once; whether the process is lost then depends on how much the machine let it run.
 */
export class WebWatch implements Disposable {
  readonly #options: WebWatchOptions;
  #timer: Disposable;
  #fall: Fall | null = null;
  #ownDelayMs = 0;
  #stuck = 0;
  /** When the process last said that it is well, by the clock that never jumps; null while it does not say so. */
  #wellMs: number | null = null;
  #isOver = false;

  constructor(options: WebWatchOptions) {
    this.#options = options;
    this.#timer = this.#pause();
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#timer[Symbol.dispose]();
  }

  #pause(pauseMs = PAUSE_MS): Disposable {
    return this.#options.clock.after(pauseMs, () => this.#look());
  }

  #look(): void {
    const { clock, rests } = this.#options;
    const isNew = this.#wellMs !== null && clock.monotonicMs() - this.#wellMs < REST_MAX_MS - PAUSE_MS;
    if (isNew && rests()) this.#timer = this.#pause();
    else void this.#ask();
  }

  async #ask(): Promise<void> {
    const { ask, clock, onLost } = this.#options;
    const giveUp = new AbortController();
    const askedMs = clock.monotonicMs();
    this.#timer = clock.after(ANSWER_MAX_MS, () => giveUp.abort());
    const found = await ask(giveUp.signal).catch(whatSilenceSays);
    this.#timer[Symbol.dispose]();
    if (this.#isOver) return;
    this.#wellMs = found === 'well' ? clock.monotonicMs() : null;
    const delayMs = clock.monotonicMs() - askedMs - ANSWER_MAX_MS;
    const loss = found === 'silent' ? this.#heardNothing(delayMs) : this.#heard(found);
    if (loss !== 'silent') this.#timer = this.#pause(this.#fall ? Math.max(0, -delayMs) : PAUSE_MS);
    if (loss !== null) onLost(loss);
  }

  #heard(found: WebHealth | 'unknown'): WebLoss | null {
    this.#fall = null;
    if (found === 'unknown') return null;
    this.#ownDelayMs = 0;
    this.#options.onState(found === 'well' ? 'well' : 'ailing');
    this.#stuck = found === 'stuck' ? this.#stuck + 1 : 0;
    if (this.#stuck < STUCK_MAX) return null;
    this.#stuck = 0;
    return 'stuck';
  }

  #heardNothing(delayMs: number): WebLoss | null {
    const { clock, strain, onState } = this.#options;
    if (delayMs > STOOD_STILL_MS) {
      this.#fall = null;
      return null;
    }
    this.#ownDelayMs = Math.max(this.#ownDelayMs, delayMs);
    const atMs = clock.monotonicMs();
    const now = strain();
    if (!this.#fall) {
      this.#fall = { atMs, strain: now };
      onState('silent');
      return null;
    }
    const lost = isLost({
      lastedMs: atMs - this.#fall.atMs,
      waitedMs: (now?.waitedMs ?? 0) - (this.#fall.strain?.waitedMs ?? 0),
      state: now?.state ?? null,
      ownDelayMs: this.#ownDelayMs,
    });
    return lost ? 'silent' : null;
  }
}

/**
 * Reads a failed question: a lack of descriptors or memory is this process's own, and says nothing about the
 * other one.
 */
function whatSilenceSays(error: unknown): 'silent' | 'unknown' {
  return failureKind(error) === 'machine' ? 'unknown' : 'silent';
}

/** How long a silent process is waited for. */
interface Patience {
  /** In time that it could have worked. */
  readonly workingMs: number;
  /** Time that a stopped process is left to a hand at a terminal. */
  readonly stoppedMs: number;
}
/** With a web process: longer than the database may hold it (5 s a write). */
const WEB_PATIENCE: Patience = { workingMs: 5_000, stoppedMs: 1_000 };
/** Delay of a timer that shows that the machine cannot keep up. */
const MACHINE_LATE_MS = 250;

/** The facts about a process that answers nothing. */
interface Silence {
  /** Since the first question that found no answer. */
  lastedMs: number;
  /** Time of that in which it waited for a processor; 0 where the system does not count it. */
  waitedMs: number;
  /** The state letter of proc(5); null when it is not known. */
  state: string | null;
  /** Worst delay of the watch itself meanwhile. */
  ownDelayMs: number;
}

/**
 * Whether a silent process is to be ended. Its patience is counted in time that it could have worked: time
 * spent waiting for a processor does not count, and where the machine is late it gets twice as much. A
 * process that waits for the disk answers when the disk does, and could not be ended before.
 */
export function isLost(
  { lastedMs, waitedMs, state, ownDelayMs }: Silence,
  { workingMs, stoppedMs }: Patience = WEB_PATIENCE,
): boolean {
  if (state === 'T') return lastedMs >= stoppedMs;
  if (state === 'D') return false;
  return lastedMs - waitedMs >= (ownDelayMs > MACHINE_LATE_MS ? 2 * workingMs : workingMs);
}

/** Linux's figures of a process's main thread. */
export interface ProcessStrain {
  /** One letter of proc(5): R runs or wants to, S waits for something, D waits for the disk, T is stopped. */
  state: string;
  /**
   * Time that it has waited for a processor since it began, milliseconds; null where the kernel does not
   * count it.
   */
  waitedMs: number | null;
}

/**
 * Reads a process's figures; null where there is no /proc, the process is gone, or no file can be opened now.
 */
export function readProcessStrain(pid: number | undefined): ProcessStrain | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name stands in brackets and may hold anything.
    const state = stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
    return { state, waitedMs: readWaitedMs(pid) };
  } catch {
    return null;
  }
}

function readWaitedMs(pid: number | undefined): number | null {
  try {
    const [, waitedNs] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return Number(waitedNs) / 1e6;
  } catch {
    return null;
  }
}

/**
 * Whether a process's main thread waits in its event loop, which it does between any two things that it has to do.
 * False where the system does not say so.
 */
export function waitsForEvents(pid: number | undefined): boolean {
  try {
    // The kernel's function in which it sleeps: `ep_poll` or `do_epoll_wait`, by version.
    return /^(?:do_)?ep(?:oll)?_/.test(readFileSync(`/proc/${pid}/wchan`, 'utf8'));
  } catch {
    return false;
  }
}
