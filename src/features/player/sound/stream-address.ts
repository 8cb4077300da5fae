import type { StreamId } from '#src/contract/streams.ts';

/** A random name for one connection: the listener can ask by it where on the timeline it stands [W60]. */
export function createConnectionName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Where the streams are served: on our own origin, unless the station says elsewhere. */
export class StreamAddresses {
  #known: ReadonlyMap<StreamId, string> = new Map();

  /** @param streams as the station's facts have them */
  know(streams: readonly { readonly id: StreamId; readonly url: string }[]): void {
    this.#known = new Map(streams.map(({ id, url }) => [id, url]));
  }

  /** The address of one connection; with a token, without adverts [W57]. */
  urlOf(streamId: StreamId, session: string, adFreeToken: string | null = null): string {
    const address = this.#known.get(streamId) ?? `/stream/${streamId}.mp3`;
    const name = `${address}${address.includes('?') ? '&' : '?'}session=${session}`;
    return adFreeToken ? `${name}&noads=${adFreeToken}` : name;
  }
}

/** Attributes of a play button: they make it work before the page's scripts have loaded. */
export function playStreamAttributes(stream: { id: string; url: string }, isPressed: boolean) {
  return {
    'data-play-stream': stream.id,
    'data-stream-url': stream.url,
    'aria-pressed': isPressed,
  } as const;
}
