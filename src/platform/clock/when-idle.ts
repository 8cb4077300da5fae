const LATEST_MS = 2_000;

/** Resolves once the browser has nothing else to do, or after two seconds. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no such call.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: LATEST_MS });
    else setTimeout(resolve, LATEST_MS);
  });
}
