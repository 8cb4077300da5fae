import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** After what a start has under way has ended. */
const AFTER_START_MS = 10_000;

/**
 * Settles a process that plays on, a while after its start; it stands still for some 0.1 s, so call it where
 * nobody hears that. (1) Keeps its compiled code: Node does so when a process ends by itself, and one that is
 * killed would leave its successor to compile everything. (2) Has V8 collect its whole space once. A start
 * leaves garbage strewn over twice the space that the program then takes, and one that does little afterwards
 * never allocates enough for V8 to look: broadcast held 23 MB for nothing.
 */
export function settleAfterStart(): void {
  setTimeout(() => {
    flushCompileCache();
    setFlagsFromString('--expose-gc');
    const collect: unknown = runInNewContext('gc');
    if (typeof collect === 'function') collect({ type: 'major', flavor: 'last-resort' });
  }, AFTER_START_MS).unref();
}
