import type { StreamId } from '#src/contract/streams.ts';

/** A random name for one connection: the listener can ask by it where on the timeline it stands [W60]. */
export function createSession(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The address of one connection. `addresses` holds those that are not on our own origin. */
export function streamUrl(
  streamId: StreamId,
  session: string,
  addresses: Readonly<Partial<Record<string, string>>>,
): string {
  const address = addresses[streamId] ?? `/stream/${streamId}.mp3`;
  return `${address}${address.includes('?') ? '&' : '?'}session=${session}`;
}

/** Attributes of a play button: they make it work before the page's scripts have loaded. */
export function playStreamAttributes(stream: { id: string; url: string }, isPressed: boolean) {
  return {
    'data-play-stream': stream.id,
    'data-stream-url': stream.url,
    'aria-pressed': isPressed,
  } as const;
}
