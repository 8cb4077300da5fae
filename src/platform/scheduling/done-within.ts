import type { Clock } from '#src/platform/clock/clock.ts';

/**
 * Waits for work, for some time at most; late work goes on. Returns whether it has ended.
 * @throws what the work throws in time
 */
export async function isDoneWithin(
  maxMs: number,
  work: Promise<unknown>,
  clock: Pick<Clock, 'after'>,
): Promise<boolean> {
  const late = Promise.withResolvers<false>();
  using _timer = clock.after(maxMs, () => late.resolve(false));
  return await Promise.race([work.then(() => true), late.promise]);
}
