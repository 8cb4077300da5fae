import {
  PREFERENCE_NAMES,
  type PreferenceChange,
  type PreferenceName,
} from '#src/features/preferences/preferences.ts';

/** When preferences were chosen, by the server's clock and in its words. */
export type ChoiceTimes = { readonly [Name in PreferenceName]?: string | undefined };

/** Unsent choices. They outlive the page. */
export interface Unsent {
  /** Chosen here, and not saved by the server yet. */
  readonly change: PreferenceChange;
  /** When, by the browser's clock, in ms; what has none here was not chosen, or long ago. */
  readonly at: { readonly [Name in PreferenceName]?: number | undefined };
  /** The server's time of the choice that each took the place of, where that was known. */
  readonly after: ChoiceTimes;
}

export const NOTHING_UNSENT: Unsent = { change: {}, at: {}, after: {} };

/** Adds choices made now. */
export function withChoice(
  unsent: Unsent,
  change: PreferenceChange,
  atMs: number,
  known: ChoiceTimes,
): Unsent {
  const names = PREFERENCE_NAMES.filter((name) => change[name] !== undefined);
  return {
    change: { ...unsent.change, ...change },
    at: { ...unsent.at, ...Object.fromEntries(names.map((name) => [name, atMs])) },
    after: { ...unsent.after, ...Object.fromEntries(names.map((name) => [name, known[name]])) },
  };
}
