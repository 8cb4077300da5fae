import { CALL_TIMEOUT_MS } from '#src/contract/limits.ts';
import { noAnswer } from './call-error.ts';

/**
 * Does what needs the network within its time [A63]: a script or an answer that hangs, in the middle of its
 * body too, is given up, and nothing of it happens later.
 * @param work is given the signal that ends it
 * @param signal the caller's own, which ends it as well
 * @param limitMs milliseconds
 * @throws {CallError} `timed_out`; else the reason of the caller's signal, or what the work throws
 */
export function inTime<T>(
  work: (signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal | null,
  limitMs: number = CALL_TIMEOUT_MS,
): Promise<T> {
  const end = new AbortController();
  return new Promise<T>((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = (reason: unknown) => {
      reject(reason);
      end.abort(reason);
    };
    AbortSignal.timeout(limitMs).addEventListener('abort', () => stop(noAnswer('timed_out')));
    signal?.addEventListener('abort', () => stop(signal.reason));
    work(end.signal).then(resolve, reject);
  });
}
