import type { PreferenceChange, PreferenceName, Preferences } from '#src/features/preferences/preferences.ts';

/** The server's value before an unsent choice; null without one. */
export type PreferenceBase = { readonly [Name in PreferenceName]?: Preferences[Name] | null | undefined };

/** Unsent choices. They outlive the page. */
export interface Unsent {
  /** Chosen here, and not saved by the server yet. */
  readonly change: PreferenceChange;
  /**
   * Server values before the choices. A field that is missing
   * here wins over the server: it has just been chosen.
   */
  readonly base: PreferenceBase;
}

export const NOTHING_UNSENT: Unsent = { change: {}, base: {} };
