import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { MINUTE_MS } from '#src/contract/durations.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { printable } from '#src/platform/log/printable.ts';
import { SingleRun } from '#src/platform/scheduling/single-run.ts';
import { type FileList, type JobMessage, jobMessageSchema } from './job-message.wire.ts';
import { ended, startOndeChild, stopChild } from './onde-child.ts';

/** Priority of a background job, which gets what processor time listeners leave. */
const NICENESS = 10;
const STOP_GRACE_MS = 4_000;
/**
 * First and longest wait before a job that failed runs again. The wait doubles each time, but for one that was
 * killed and had got something done: a full disk or a file out of reach is so at once again.
 */
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 2 * MINUTE_MS;
/** Files of a list that one run names in the log. */
const NAMED_MAX = 50;
/** What differs in the words of one failure from run to run: room that is free, files that are done. */
const AMOUNTS = /\d[\d.]*(?= (?:[KMG]B|of|files?)\b)/g;

interface BackgroundJobOptions {
  /** Where the instance's sockets lie. */
  folder: string;
  logger: Logger;
  clock: Clock;
  start?: typeof startOndeChild;
  /** Gets the job's messages; logs its progress unless given. */
  onMessage?: (message: JobMessage) => void;
  /** False for work that has a time of its own. */
  isTriedAgain?: boolean;
  /** Exit codes that tell of no failure. */
  goodCodes?: readonly number[];
  /** Hears how each run ended, but for one that was stopped: exit code, signal, or why it could not be started. */
  onEnd?: (how: number | string) => Promise<void>;
}

/**
 * A command of Onde run in the background, never twice at once. Asked again while it runs, it runs once more
 * afterwards, and when it fails it is tried again by itself. What it prints goes into the log line by line,
 * as text and nothing else.
 */
export class BackgroundJob implements AsyncDisposable {
  readonly #words: readonly string[];
  readonly #options: Required<BackgroundJobOptions>;
  #failures = 0;
  /** Runs that failed since the last one that went well. */
  #failedRuns = 0;
  /** How the last run that failed ended, and what it said but for amounts: the same again is no news. */
  #lastFailure = '';
  /** Whether the last run finished anything. */
  #hasProgress = false;
  #retry: Disposable | null = null;
  #child: ChildProcess | null = null;
  /** What the log has named of what the last run left out. */
  #named = new Set<string>();
  /** How many it was told of by number alone, by the list's heading. */
  #numbered = new Map<string, number>();
  readonly #runs = new SingleRun(() => this.#runOrTell());

  constructor(words: readonly string[], options: BackgroundJobOptions) {
    this.#words = words;
    const onMessage = (message: JobMessage) => {
      if (message.type !== 'progress' || message.path === null) return;
      options.logger.info(`${message.done}/${message.total} ${printable(message.path)}`);
    };
    this.#options = {
      start: startOndeChild,
      onMessage,
      isTriedAgain: true,
      goodCodes: [0],
      onEnd: async () => {},
      ...options,
    };
  }

  run(): void {
    void this.#runs.run();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const idle = this.#runs[Symbol.asyncDispose]();
    this.#retry?.[Symbol.dispose]();
    const child = this.#child;
    if (child) await stopChild(child, STOP_GRACE_MS, () => child.kill('SIGTERM'));
    await idle;
  }

  async #runOrTell(): Promise<void> {
    this.#retry?.[Symbol.dispose]();
    try {
      const { how, said } = await this.#once();
      if (!this.#runs.isStopped) await this.#options.onEnd(how);
      const isGood = this.#options.goodCodes.some((code) => code === how);
      const wasKilledAtWork = typeof how === 'string' && this.#hasProgress;
      this.#failures = isGood ? 0 : wasKilledAtWork ? 1 : this.#failures + 1;
      if (this.#runs.isStopped) return;
      const isNews = this.#tellNews(how, isGood, said);
      if (isGood) return;
      if (!this.#options.isTriedAgain) {
        const words = `"onde ${this.#words.join(' ')}" failed and waits for its next time: the lines above say why, and what to do`;
        this.#options.logger.warn({ how }, words);
        return;
      }
      if (isNews)
        this.#options.logger.warn(
          { how },
          `"onde ${this.#words.join(' ')}" failed and will run again: run it by hand to see why`,
        );
      const delayMs = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (this.#failures - 1));
      this.#retry = this.#options.clock.after(delayMs, () => this.run());
    } catch (error) {
      this.#options.logger.error(
        { err: error },
        `broadcast could not run "onde ${this.#words.join(' ')}": please report this error`,
      );
    }
  }

  /** Tells what a run has said, unless the one before failed in the same way; returns whether it did. */
  #tellNews(how: number | string, isGood: boolean, said: readonly string[]): boolean {
    const failure = isGood ? '' : [how, ...said].join('\n').replace(AMOUNTS, '');
    const isNews = !this.#options.isTriedAgain || isGood || failure !== this.#lastFailure;
    this.#lastFailure = failure;
    if (this.#isHeld && isNews) for (const text of said) this.#options.logger.warn(text);
    if (isGood && this.#failedRuns > 0 && this.#options.isTriedAgain)
      this.#options.logger.info(
        { failures: this.#failedRuns },
        `"onde ${this.#words.join(' ')}" went well again`,
      );
    this.#failedRuns = isGood ? 0 : this.#failedRuns + 1;
    return isNews;
  }

  /** Names what a run has left out: a file once, until it or what is wrong with it is another. */
  #nameLeftOut(lists: readonly FileList[]): void {
    const { logger } = this.#options;
    const before = this.#named;
    const numberedBefore = this.#numbered;
    const keyOf = (file: FileList['files'][number]) => `${file.line}\n${file.state}`;
    this.#named = new Set(lists.flatMap(({ files }) => files.map(keyOf)));
    this.#numbered = new Map(lists.map(({ heading, more }) => [heading, more]));
    for (const { heading, files, more } of lists) {
      const news = files.filter((file) => !before.has(keyOf(file)));
      const unnamed =
        Math.max(0, news.length - NAMED_MAX) + Math.max(0, more - (numberedBefore.get(heading) ?? 0));
      if (news.length + unnamed === 0) continue;
      for (const text of [heading, ...news.slice(0, NAMED_MAX).map(({ line }) => line)])
        logger.info(printable(text));
      if (unnamed > 0) logger.info(`  and ${unnamed} more: "onde check" lists them all`);
    }
  }

  /** After a failure what is said waits for the end of the run: it may be the same. */
  get #isHeld(): boolean {
    return this.#options.isTriedAgain && this.#failedRuns > 0;
  }

  /** Runs the job once; `how` is the exit code, the signal that ended it, or why it could not be started. */
  async #once(): Promise<{ how: number | string; said: string[] }> {
    let child: ChildProcess;
    const said: string[] = [];
    let leftOut: readonly FileList[] | null = null;
    this.#hasProgress = false;
    try {
      child = this.#options.start(this.#words, {
        folder: this.#options.folder,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        niceness: NICENESS,
      });
    } catch (error) {
      return { how: error instanceof Error ? error.message : String(error), said };
    }
    this.#child = child;
    child.on('message', (message) => {
      const told = jobMessageSchema.safeParse(message);
      if (!told.success) return;
      if (told.data.type === 'progress' && told.data.path !== null) this.#hasProgress = true;
      if (told.data.type === 'refused') leftOut = told.data.lists;
      this.#options.onMessage(told.data);
    });
    const { logger } = this.#options;
    const printed = [
      this.#read(child.stdout, (text) => logger.info(text)),
      this.#read(child.stderr, (text) => {
        said.push(text);
        if (!this.#isHeld) logger.warn(text);
      }),
    ];
    const how = await ended(child);
    await Promise.all(printed);
    this.#child = null;
    if (leftOut !== null && !this.#runs.isStopped) this.#nameLeftOut(leftOut);
    return { how, said };
  }

  async #read(output: NodeJS.ReadableStream | null, onText: (text: string) => void): Promise<void> {
    if (!output) return;
    for await (const line of createInterface({ input: output })) {
      const text = printable(line.trimEnd());
      // Its lines about being stopped are no news to the one who stops it.
      if (text !== '' && !this.#runs.isStopped) onText(text);
    }
  }
}
