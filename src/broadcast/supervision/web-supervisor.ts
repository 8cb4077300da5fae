import { join } from 'node:path';
import type { WebBackend, WebGate } from '#src/broadcast/front-door/web-gate.ts';
import { MINUTE_MS } from '#src/contract/durations.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { NoWebProcess } from './control-door.ts';
import { holderOf } from './socket-folder.ts';
import { WebProcess } from './web-process.ts';
import type { QueryFigures, RobotHeard, ToWeb } from './web-process.wire.ts';
import { type WebLoss, WebWatch } from './web-watch.ts';

/** Pauses before the next attempt; back to the first after a process that lived a while. */
const BACK_OFF_MS = [100, 500, 1_000, 2_000, 5_000, 10_000, 30_000];
const HEALTHY_AFTER_MS = 30_000;
/** Time that a replaced process has for its requests under way. */
const DRAIN_MAX_MS = 30_000;
const RESTART_MAX_MS = MINUTE_MS;
/** Pause before a process is ended again for hanging in the database: a new start has not mended it. */
const STUCK_REST_MS = 5 * MINUTE_MS;
const SOCKET_LOOK_MS = 4_000;

const LOSSES = {
  silent: 'the web process no longer answers; broadcast ends it and starts another',
  stuck:
    'the database does not answer the web process, but answers others; broadcast ends the process and starts another',
} as const satisfies Record<WebLoss, string>;

/** A running process as it is supervised: what tests put in its place has no secrets of the class. */
export type RunningWeb = Pick<WebProcess, keyof WebProcess>;

export interface WebSupervisorOptions {
  gate: WebGate;
  /** Where the processes' sockets lie. */
  folder: string;
  /** Makes that folder again where it is gone; false where that cannot be. Throws where another account has its place. */
  remakeFolder: () => Promise<boolean>;
  withHotReload: boolean;
  /** False: pages are those of other machines. */
  withPages: boolean;
  /** Whether its database is the embedded one, which is not away while the process is there. */
  hasOwnDatabase: boolean;
  /** The first messages to a new process. */
  greeting: () => readonly ToWeb[];
  clock: Clock;
  logger: Logger;
  /** Gets what the web process prints, line by line; null: it prints where this process does. */
  onPrinted: ((line: string) => void) | null;
  /** Gets what the station's robots hear. */
  onRobotHeard: (heard: RobotHeard) => void;
  /** As WebProcess.start, which it is unless given. */
  startProcess?: (...start: Parameters<typeof WebProcess.start>) => Promise<RunningWeb>;
}

/**
 * Keeps a web process running behind the gate: starts another when it ends or answers no more, and replaces
 * it on demand without dropping a request.
 */
export class WebSupervisor implements AsyncDisposable {
  readonly #options: WebSupervisorOptions;
  #current: RunningWeb | null = null;
  #starts = 0;
  #failures = 0;
  /** What kept the latest one from starting, as it was told; null when one has started since. */
  #obstacle: string | null = null;
  #endedStuckMs = Number.NEGATIVE_INFINITY;
  readonly #leaving = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  #wake: () => void = () => {};
  #keeping: Promise<void> | null = null;
  #reloading: Promise<void> | null = null;
  #isRemaking = false;
  /** The one that is asked nothing, since another account has its socket's place. */
  #shut: WebBackend | null = null;

  constructor(options: WebSupervisorOptions) {
    this.#options = options;
  }

  /**
   * Starts the first process and looks after it from then on; resolves when one has been ready for the first
   * time.
   */
  start(): Promise<void> {
    return new Promise((resolve) => {
      this.#keeping = this.#keepRunning(resolve);
    });
  }

  /** How much the process that serves now has asked the database; null while it has not said. */
  get queries(): QueryFigures | null {
    return this.#current?.queries ?? null;
  }

  /** Tells the process that serves now. */
  send(message: ToWeb): void {
    this.#current?.send(message);
  }

  /**
   * Starts a new process, lets it take over, and the old one finish what it has.
   * @throws {NoWebProcess} before `start`
   * @throws when the new one does not come up: then the old one stays
   */
  reload(): Promise<void> {
    this.#reloading ??= this.#replace().finally(() => {
      this.#reloading = null;
    });
    return this.#reloading;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort();
    this.#wake();
    await Promise.allSettled([this.#current?.stop(), this.#keeping, this.#reloading, ...this.#leaving]);
  }

  async #keepRunning(onFirstReady: () => void): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const startedMs = this.#options.clock.monotonicMs();
      try {
        if (!this.#current) this.#adopt(await this.#launch());
        this.#tellStarted();
        onFirstReady();
        await this.#untilGone();
      } catch (error) {
        if (!this.#stopping.signal.aborted) this.#tellNotStarted(error);
      }
      if (this.#options.clock.monotonicMs() - startedMs > HEALTHY_AFTER_MS) this.#failures = 0;
      await this.#pause();
    }
  }

  /** Tells what keeps it from starting once, however often it is tried. */
  #tellNotStarted(error: unknown): void {
    const { logger } = this.#options;
    if (!(error instanceof OperatorError)) {
      logger.error(
        { err: error },
        'the web process did not start; broadcast tries again: the lines above say why',
      );
      return;
    }
    const why = `${error.message} ${error.remedy}`.replaceAll('\n', ' ');
    if (why !== this.#obstacle)
      logger.error(`the web process cannot start, and broadcast tries again until it can: ${why}`);
    this.#obstacle = why;
  }

  #tellStarted(): void {
    if (this.#obstacle === null) return;
    this.#obstacle = null;
    this.#options.logger.info('the web process could start after all');
  }

  /** Waits until the process that serves has ended by itself, or the one that followed it. */
  async #untilGone(): Promise<void> {
    for (let serving = this.#current; serving; serving = this.#current) {
      const how = await serving.ended;
      if (this.#current !== serving) continue;
      this.#current = null;
      this.#options.gate.close(serving.backend);
      if (!this.#stopping.signal.aborted)
        this.#options.logger.error(
          { how },
          'the web process ended; broadcast starts another: the lines above say why',
        );
    }
  }

  /** Watches a process until it has ended; not in development, where a debugger may hold it. */
  #watch(watched: RunningWeb): void {
    const { withHotReload, hasOwnDatabase, clock } = this.#options;
    if (withHotReload) return;
    const looking = clock.every(SOCKET_LOOK_MS, () => void this.#seeSocket(watched));
    const watch = new WebWatch({
      ask: (giveUp) => watched.greet(giveUp),
      strain: () => watched.strain(),
      rests: () => hasOwnDatabase && watched.waitsForEvents(),
      onState: (state) => watched.backend.judge(state),
      onLost: (loss) => this.#end(watched, loss),
      clock,
    });
    void watched.ended.then(() => {
      watch[Symbol.dispose]();
      looking[Symbol.dispose]();
    });
  }

  /** A process whose socket is gone is well, and out of reach. Nothing is asked at another account's [W244]. */
  async #seeSocket({ backend }: RunningWeb): Promise<void> {
    const { gate, logger, remakeFolder } = this.#options;
    // A disk that says nothing of it is no reason to end anything.
    const holder = await holderOf(backend.socketPath).catch(() => 'us');
    if (this.#current?.backend !== backend || this.#stopping.signal.aborted) return;
    if (holder === 'us') {
      if (this.#shut !== backend) return;
      this.#shut = null;
      gate.open(backend);
      return this.#tellStarted();
    }
    if (holder === 'another') gate.close(backend);
    this.#shut = holder === 'another' ? backend : this.#shut;
    if (this.#reloading !== null || this.#isRemaking) return;
    this.#isRemaking = true;
    try {
      if (!(await remakeFolder())) return;
      logger.error(
        { socket: backend.socketPath },
        'the socket of the web process has been removed; broadcast starts another: keep what clears folders away from it',
      );
      await this.reload();
      this.#tellStarted();
    } catch (failure) {
      this.#tellNotStarted(failure);
    } finally {
      this.#isRemaking = false;
    }
  }

  #end(lost: RunningWeb, loss: WebLoss): void {
    const { clock, logger } = this.#options;
    if (loss === 'stuck') {
      if (clock.monotonicMs() - this.#endedStuckMs < STUCK_REST_MS) return;
      this.#endedStuckMs = clock.monotonicMs();
    }
    logger.error({ loss }, LOSSES[loss]);
    lost.kill();
  }

  async #launch(): Promise<RunningWeb> {
    const { startProcess = WebProcess.start, folder, remakeFolder, greeting, gate } = this.#options;
    const { withHotReload, withPages, clock, onPrinted, onRobotHeard } = this.#options;
    await remakeFolder();
    this.#starts += 1;
    const path = join(folder, `web-${process.pid}-${this.#starts}.sock`);
    const started = await startProcess(path, {
      withHotReload,
      withPages,
      greeting: greeting(),
      signal: this.#stopping.signal,
      clock,
      onPrinted,
      onRobotHeard,
    });
    for (const message of greeting()) started.send(message);
    gate.open(started.backend);
    return started;
  }

  async #replace(): Promise<void> {
    const { gate, logger } = this.#options;
    if (this.#keeping === null) throw new NoWebProcess();
    if (this.#current) {
      this.#adopt(await this.#launch());
      logger.info('broadcast replaced the web process');
      return;
    }
    this.#wake();
    if (!(await gate.available(RESTART_MAX_MS))) throw new Error('no web process came up within a minute');
  }

  /** Looks after this process from now on; the one before may finish. */
  #adopt(next: RunningWeb): void {
    const old = this.#current;
    this.#current = next;
    this.#watch(next);
    if (old) this.#letGo(old);
  }

  #letGo(old: RunningWeb): void {
    const leaving = this.#drain(old).finally(() => this.#leaving.delete(leaving));
    this.#leaving.add(leaving);
  }

  async #drain(old: RunningWeb): Promise<void> {
    const { clock, gate } = this.#options;
    const patience = Promise.withResolvers<void>();
    const timer = clock.after(DRAIN_MAX_MS, patience.resolve);
    const end = () => patience.resolve();
    this.#stopping.signal.addEventListener('abort', end, { once: true });
    await Promise.race([old.backend.idle(), patience.promise]);
    this.#stopping.signal.removeEventListener('abort', end);
    timer[Symbol.dispose]();
    gate.close(old.backend);
    await old.stop();
  }

  async #pause(): Promise<void> {
    if (this.#stopping.signal.aborted || this.#current) return;
    const pauseMs = BACK_OFF_MS[Math.min(this.#failures, BACK_OFF_MS.length - 1)] ?? 0;
    this.#failures += 1;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = this.#options.clock.after(pauseMs, resolve);
    this.#wake = resolve;
    await promise;
    timer[Symbol.dispose]();
  }
}
