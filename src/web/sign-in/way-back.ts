import { DEFAULT_LANGUAGE, isLanguage } from '#src/contract/languages.ts';
import { THEMES } from '#src/contract/limits.ts';
import { DEFAULT_STREAM, isStreamId } from '#src/contract/streams.ts';
import { findPlayerRedirect } from '#src/features/accounts/player-redirect/player-redirect.ts';
import type { WayBack } from '#src/features/accounts/social/sign-in-state.server.ts';

/** Longest address of a player that is carried along, since the state is itself part of an address. */
const REDIRECT_MAX = 1_000;

/** Where a visitor goes back to if the address names nothing. */
export const WAY_HOME: WayBack = {
  redirect: null,
  language: DEFAULT_LANGUAGE,
  streamId: DEFAULT_STREAM,
  theme: null,
  popup: false,
};

/** The way back that an address names [W91]; what the station does not offer counts as not named. */
export function readWayBack(search: URLSearchParams, playerHost: string): WayBack {
  const language = search.get('lang');
  const streamId = search.get('stream');
  return {
    redirect: playerAddress(search.get('redirect'), playerHost),
    language: isLanguage(language) ? language : WAY_HOME.language,
    streamId: isStreamId(streamId) ? streamId : WAY_HOME.streamId,
    theme: THEMES.find((theme) => theme === search.get('theme')) ?? null,
    popup: search.get('popup') === '1',
  };
}

/** The same once more after the sign-in: the operator may have moved the player. */
export function checkedWayBack(back: WayBack, playerHost: string): WayBack {
  return { ...back, redirect: playerAddress(back.redirect, playerHost) };
}

function playerAddress(redirect: string | null, playerHost: string): string | null {
  if (redirect === null || redirect.length > REDIRECT_MAX) return null;
  return findPlayerRedirect(`?${new URLSearchParams({ redirect })}`, playerHost)?.href ?? null;
}
