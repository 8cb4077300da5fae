import type { JobProgress } from '#src/broadcast/supervision/job-message.wire.ts';
import { printable } from '#src/platform/log/printable.ts';
import { ProgressBar } from './progress-bar.ts';

/** Shows the progress of long work. Disposing takes the bar away. */
export interface ProgressDisplay extends Disposable {
  show(done: number, total: number, path: string | null): void;
}

/** A bar in a terminal, lines elsewhere; a station that runs this as a background job gets messages. */
export function showProgress(): ProgressDisplay {
  if (process.send !== undefined) return told((progress) => void process.send?.(progress));
  return process.stdout.isTTY ? new ProgressBar(process.stdout) : lines();
}

function told(tell: (progress: JobProgress) => void): ProgressDisplay {
  return {
    show: (done, total, path) => tell({ type: 'progress', done, total, path }),
    [Symbol.dispose]() {},
  };
}

function lines(): ProgressDisplay {
  return {
    show(done, total, path) {
      if (path !== null) process.stdout.write(`${done}/${total} ${printable(path)}\n`);
    },
    [Symbol.dispose]() {},
  };
}
