import type { Clock } from '#src/platform/clock/clock.ts';
import type { WebBackend } from './web-gate.ts';

/** The longest that anything may take to begin its answer. */
const ANSWER_MAX_MS = 30_000;
/** A process that has just fallen silent gets at least this long to answer again. */
const SILENCE_MIN_MS = 1_500;

/**
 * Calls `giveUp` when an answer has not begun in time: after 30 s, or, while the process is silent, at `untilMs` of the
 * monotonic clock. A process that is slow with one thing is waited for; the requests of one that hangs are given up.
 */
export function limitPatience(
  { backend, untilMs, clock }: { backend: WebBackend; untilMs: number; clock: Clock },
  giveUp: () => void,
): Disposable {
  const resources = new DisposableStack();
  let silence: Disposable | null = null;
  resources.use(clock.after(ANSWER_MAX_MS, giveUp));
  resources.use(
    backend.follow((state) => {
      silence?.[Symbol.dispose]();
      const leftMs = Math.max(untilMs - clock.monotonicMs(), SILENCE_MIN_MS);
      silence = state === 'silent' ? clock.after(leftMs, giveUp) : null;
    }),
  );
  resources.defer(() => silence?.[Symbol.dispose]());
  return resources;
}
