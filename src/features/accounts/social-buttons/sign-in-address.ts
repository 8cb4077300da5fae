import type { Language } from '#src/contract/languages.ts';
import type { Theme } from '#src/contract/limits.ts';
import type { SignInProvider } from '#src/contract/sign-in-providers.ts';
import type { StreamId } from '#src/contract/streams.ts';

/** What the way back is made of. */
export interface WayOut {
  readonly language: Language;
  readonly streamId: StreamId;
  readonly theme: Theme;
  /** Of the external player that waits; null for none. */
  readonly player: URL | null;
}

/** Where the button of a provider leads [W91]. */
export function signInAddress(provider: SignInProvider, way: WayOut, isWindow = false): string {
  const { language, streamId, theme, player } = way;
  const query = new URLSearchParams({ lang: language, stream: streamId, theme });
  if (player !== null) query.set('redirect', player.href);
  if (isWindow) query.set('popup', '1');
  return `/auth/${provider}?${query}`;
}

/**
 * Whether the provider's page has a window of its own: Apple's on a desktop. Safari, and with it all of iOS, lets no
 * such window talk to the page that opened it [A38].
 */
export function hasOwnWindow(provider: SignInProvider, userAgent: string): boolean {
  if (provider !== 'apple' || /android|mobile|iphone|ipad|ipod/i.test(userAgent)) return false;
  return !/safari/i.test(userAgent) || /chrom(e|ium)\//i.test(userAgent);
}
