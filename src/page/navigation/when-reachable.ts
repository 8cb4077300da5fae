import { inTime } from '#src/page/wire/in-time.ts';

const ASK_EVERY_MS = 2_000;

/**
 * Fetches a part of the program. While the radio is out of reach the call waits, the page stays, and the
 * sound goes on; a radio that answers before and after but lacks the part has a newer build.
 * @throws the error of `load` in that case
 */
export async function whenReachable<T>(load: () => Promise<T>): Promise<T> {
  for (let isReached = false; ; ) {
    try {
      return await load();
    } catch (error) {
      const wasReached = isReached;
      isReached = await inTime((signal) => fetch('/readyz?part=web', { signal })).then(
        ({ ok }) => ok,
        () => false,
      );
      if (wasReached && isReached) throw error;
      if (!isReached) await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
    }
  }
}
