const LATEST_MS = 2_000;

/** Resolves once the browser has nothing else to do, timers that are due included, or after two seconds. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no such call.
    if (!('requestIdleCallback' in window)) setTimeout(resolve, LATEST_MS);
    else setTimeout(() => requestIdleCallback(() => resolve(), { timeout: LATEST_MS }));
  });
}
