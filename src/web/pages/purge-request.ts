/** Where the shared cache before the pages takes requests, and by which it knows that they are the station's. */
export interface PurgeAddress {
  readonly url: string;
  readonly key: string;
}

/** Has pages taken out of the shared cache. Rejects when it does not say that it has. */
export type RequestPurge = (tags: readonly string[], signal: AbortSignal) => Promise<void>;

/**
 * Requests of the one shape that is documented [W212]: the tags stand in the head, where caches' own languages can read
 * them, and in the body.
 */
export function purgeRequests({ url, key }: PurgeAddress): RequestPurge {
  return async (tags, signal) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'surrogate-key': tags.join(' '),
      },
      body: JSON.stringify({ tags }),
      redirect: 'error',
      signal,
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`it answered ${answer.status}`);
  };
}

/** Why a request failed, without what the address may hold of secrets. */
export function purgeFailure(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
