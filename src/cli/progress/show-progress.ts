import type { JobProgress } from '#src/broadcast/supervision/job-message.wire.ts';
import { printable } from '#src/platform/log/printable.ts';
import { tellParent } from '#src/platform/process/tell-parent.ts';
import { ProgressBar } from './progress-bar.ts';

/** Shows the progress of long work. Disposing takes the bar away. */
export interface ProgressDisplay extends Disposable {
  /** @param total null where nobody knows how much there is: what is done is megabytes then */
  show(done: number, total: number | null, path: string | null): void;
}

/** Work without an end in sight writes a line this often. */
const LINE_EVERY_MB = 100;

/** A bar in a terminal, lines elsewhere; a station that runs this as a background job gets messages. */
export function showProgress(): ProgressDisplay {
  if (process.send !== undefined) return told();
  return process.stdout.isTTY ? new ProgressBar(process.stdout) : lines();
}

function told(): ProgressDisplay {
  return {
    show: (done, total, path) =>
      tellParent({ type: 'progress', done, total: total ?? 0, path } satisfies JobProgress),
    [Symbol.dispose]() {},
  };
}

function lines(): ProgressDisplay {
  return {
    show(done, total, path) {
      if (path === null || (total === null && done % LINE_EVERY_MB !== 0)) return;
      process.stdout.write(`${total === null ? `${done} MB:` : `${done}/${total}`} ${printable(path)}\n`);
    },
    [Symbol.dispose]() {},
  };
}
