const ASK_EVERY_MS = 2_000;

/**
 * Fetches a part of the program. While the radio is out of reach that waits, the page stays, and what plays goes on; a
 * radio that answers and still has no such part has been renewed meanwhile.
 * @throws what `load` throws then
 */
export async function whenReachable<T>(load: () => Promise<T>): Promise<T> {
  for (let isReached = false; ; ) {
    try {
      return await load();
    } catch (error) {
      if (isReached) throw error;
      isReached = await fetch('/readyz?part=web').then(
        ({ ok }) => ok,
        () => false,
      );
      if (!isReached) await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
    }
  }
}
