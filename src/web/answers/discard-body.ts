const DISCARDED_BYTES_MAX = 1024 * 1024;
const DISCARD_MAX_MS = 2_000;

/**
 * Reads the rest of a request's body, for a moment and up to 1 MiB: a connection that is closed while its
 * caller still writes would lose the answer.
 */
export async function discardBody(request: Request): Promise<void> {
  const { body } = request;
  if (body === null || request.bodyUsed || body.locked) return;
  const reader = body.getReader();
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    void reader.cancel().catch(() => {});
  }, DISCARD_MAX_MS);
  try {
    for (let bytes = 0; !isOver && bytes <= DISCARDED_BYTES_MAX; ) {
      const { value, done } = await reader.read();
      if (done) return;
      bytes += value.byteLength;
    }
  } catch {
    // The caller has gone.
  } finally {
    clearTimeout(timer);
  }
}
