import type { PreferenceChange, PreferenceName, Preferences } from './preferences.ts';

/** What the server had before a choice that it has not been told of; null for nothing. */
export type PreferenceBase = { readonly [Name in PreferenceName]?: Preferences[Name] | null | undefined };

/** What the server is still to be told. Outlives the page. */
export interface Unsent {
  /** Chosen here, and the server has not said yes. */
  readonly change: PreferenceChange;
  /** Fields that are missing win over whatever the server says: they have just been chosen. */
  readonly base: PreferenceBase;
}

export const NOTHING_UNSENT: Unsent = { change: {}, base: {} };
