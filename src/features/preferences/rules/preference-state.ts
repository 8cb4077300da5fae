import {
  DEFAULT_PREFERENCES,
  mergePreferences,
  type PreferenceChange,
  type Preferences,
} from '#src/features/preferences/preferences.ts';
import type { Returning } from '#src/page/session/return-choices.ts';
import type { Whereabouts } from './post-sync-redirect.ts';
import type { PreferenceEffect } from './preference-events.ts';
import { type ChoiceTimes, NOTHING_UNSENT, type Unsent } from './unsent.ts';

/**
 * How far server and browser agree. `guest`: nothing leaves this browser. `unsynced`: the server has not been
 * asked, or did not answer. `clearing` and `storing`: a mobile device waits before it asks, and before it
 * stores. `unavailable`: the server keeps none, local preferences are used.
 */
export type SyncPhase = 'guest' | 'unsynced' | 'clearing' | 'loading' | 'storing' | 'synced' | 'unavailable';

/** A question to the server that is under way: what was known when it was asked, and what was heard since. */
export interface Question {
  readonly kept: Preferences;
  /** Some of it may be on its way to the server. */
  readonly unsent: PreferenceChange;
  /** Chosen in other tabs since. */
  readonly heard: PreferenceChange;
}

export interface PreferenceState {
  /** Counts sign-ins and sign-outs of the page. */
  readonly session: number;
  readonly phase: SyncPhase;
  readonly isMobile: boolean;
  /** The preferences in force, as the screens show them. */
  readonly preferences: Preferences;
  /** A member's preferences without the choices for the visit. */
  readonly kept: Preferences;
  /** A member's choices on a mobile device: they hold until the tab is closed, and are not sent. */
  readonly visit: PreferenceChange;
  /** A guest's choices here: a member without own choices takes them over. */
  readonly guest: PreferenceChange;
  /** Set from the sign-in until the server has the choices from before it. */
  readonly returning: Returning | null;
  readonly unsent: Unsent;
  /** The volume is to be sent once its slider rests. */
  readonly isMoving: boolean;
  /** When the member chose what is in force, as the server's answers have told so far. */
  readonly known: ChoiceTimes;
  /** The latest question to the server; none before the first. */
  readonly question?: Question;
  /** Why the last change is not saved: it could not be sent, the server refused it, or has a newer one [A133]. */
  readonly trouble: 'unsent' | 'refused' | 'overtaken' | null;
  /** The sync leads home: it follows a sign-in in this tab, or the root address. */
  readonly isHomeward: boolean;
  /** The last sync is so old that another device may have chosen since. */
  readonly isStale: boolean;
  readonly whereabouts: Whereabouts;
  /** Failures in a row. */
  readonly failures: number;
}

export const INITIAL_PREFERENCE_STATE: PreferenceState = {
  session: 0,
  phase: 'guest',
  isMobile: false,
  preferences: DEFAULT_PREFERENCES,
  kept: DEFAULT_PREFERENCES,
  visit: {},
  guest: {},
  returning: null,
  unsent: NOTHING_UNSENT,
  isMoving: false,
  known: {},
  trouble: null,
  isHomeward: false,
  isStale: false,
  whereabouts: { language: null, streamId: null, pathname: '/', wantsPlayer: false },
  failures: 0,
};

export type Step = readonly [PreferenceState, readonly PreferenceEffect[]];

/** Changes a member's preferences; the choices for the visit stay in force over them. */
export function withKept(state: PreferenceState, kept: Preferences): PreferenceState {
  return { ...state, kept, preferences: mergePreferences(state.visit, kept) };
}

export function themeEffects(before: Preferences, after: Preferences): PreferenceEffect[] {
  return before.theme === after.theme ? [] : [{ do: 'show-theme', theme: after.theme }];
}
