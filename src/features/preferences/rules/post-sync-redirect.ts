import type { Language } from '#src/contract/languages.ts';
import type { StreamId } from '#src/contract/streams.ts';
import type { Preferences } from '#src/features/preferences/preferences.ts';

/** Where the reader is. */
export interface Whereabouts {
  /** Null outside of `/{language}`. */
  readonly language: Language | null;
  readonly streamId: StreamId | null;
  readonly pathname: string;
  /** The address carries a redirect to the external player. */
  readonly wantsPlayer: boolean;
}

/** Pages on which a member stays after a sync [A56]. */
const STAYING = ['lovepuls', 'info-titre', 'biography', 'profile', 'pseudo-selection'];

/** Returns where a member goes after a sync: home, in the preferred language and stream; null to stay. */
export function postSyncRedirect(
  { language, favoriteStreamId }: Preferences,
  whereabouts: Whereabouts,
): { language: Language; streamId: StreamId } | null {
  if (whereabouts.wantsPlayer || whereabouts.language === null) return null;
  if (whereabouts.pathname.split('/').some((segment) => STAYING.includes(segment))) return null;
  if (whereabouts.language === language && whereabouts.streamId === favoriteStreamId) return null;
  return { language, streamId: favoriteStreamId };
}
