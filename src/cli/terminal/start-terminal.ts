import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { DestinationStream } from 'pino';
import type { JobMessage, JobProgress } from '#src/broadcast/supervision/job-message.wire.ts';
import { ProgressBar, type Terminal } from '#src/cli/progress/progress-bar.ts';
import { STREAM_IDS } from '#src/contract/streams.ts';
import { prettyLog } from '#src/platform/log/pretty-log.ts';
import { printable } from '#src/platform/log/printable.ts';

export type Job = 'demo' | 'import';

/** The terminal of a start: readable log lines, below them one bar for all that is made and rendered. */
export class StartTerminal implements Disposable {
  readonly #bar: ProgressBar;
  readonly #latest: Record<Job, { done: number; total: number } | null> = { demo: null, import: null };
  #refused = 0;
  /** Where loggers write to. */
  readonly log: DestinationStream;

  constructor(stream: Terminal) {
    this.#bar = new ProgressBar(stream);
    const above = new Writable({
      decodeStrings: false,
      write: (text: string | Buffer, _encoding, done) => {
        this.#bar.print(String(text));
        done();
      },
    });
    this.log = prettyLog(above);
  }

  /** A line that another process printed: one of the log, or plain text. */
  pass(line: string): void {
    this.log.write(`${line.startsWith('{') ? line : printable(line)}\n`);
  }

  tell(job: Job, message: JobMessage): void {
    if (message.type === 'refused') {
      this.#tellRefused(message.files);
      return;
    }
    this.#latest[job] = { done: message.done, total: message.total };
    const progress = combinedProgress(this.#latest.demo, this.#latest.import);
    if (progress === null) this.#bar[Symbol.dispose]();
    else this.#bar.show(progress.done, progress.total, message.path);
  }

  /** The first things to know after a start: address, place for music, how to see what is wrong. */
  welcome({ origin, stationDir, isDemo }: { origin: string; stationDir: string; isDemo: boolean }): void {
    const music = join(stationDir, 'music');
    const demo =
      '                  the demo plays from there; docs/station.md says how yours takes its place';
    this.#bar.print(
      [
        '',
        `Onde is on air at ${origin}`,
        '',
        `  Your own music  ${music}/{${STREAM_IDS.join(', ')}}`,
        ...(isDemo ? [demo] : []),
        '  What is wrong   npx onde check',
        '  More to read    LOG_LEVEL=debug npm start',
        '  The end         Ctrl-C',
        '',
        '',
      ].join('\n'),
    );
  }

  [Symbol.dispose](): void {
    this.#bar[Symbol.dispose]();
  }

  /** Once for each number. */
  #tellRefused(files: number): void {
    if (files > 0 && files !== this.#refused) {
      const what = files === 1 ? '1 file cannot be played' : `${files} files cannot be played`;
      this.#bar.print(`${what}: npx onde check says why\n`);
    }
    this.#refused = files;
  }
}

type Count = Pick<JobProgress, 'done' | 'total'>;

/**
 * One count for making the demo's music and rendering it, null when there is nothing to wait for: while it is
 * being made, as much is still to be rendered.
 */
export function combinedProgress(demo: Count | null, rendering: Count | null): Count | null {
  const isMaking = demo !== null && demo.done < demo.total;
  const toRender = Math.max(rendering?.total ?? 0, isMaking ? demo.total : 0);
  const done = (demo?.done ?? 0) + (rendering?.done ?? 0);
  const total = (demo?.total ?? 0) + toRender;
  return done < total ? { done, total } : null;
}
