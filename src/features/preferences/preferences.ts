import { DEFAULT_LANGUAGE, type Language } from '#src/contract/languages.ts';
import { DEFAULT_THEME, DEFAULT_VOLUME, type Theme } from '#src/contract/limits.ts';
import { DEFAULT_STREAM, type StreamId } from '#src/contract/streams.ts';

/** All preferences of a member or guest [A51]. */
export interface Preferences {
  /** 0 to 1 */
  readonly volume: number;
  readonly language: Language;
  readonly theme: Theme;
  readonly lastStreamId: StreamId;
  readonly favoriteStreamId: StreamId;
}
export type PreferenceName = keyof Preferences;

/** A part of the preferences: the chosen ones. */
export type PreferenceChange = { readonly [Name in PreferenceName]?: Preferences[Name] | undefined };

export const PREFERENCE_NAMES = [
  'volume',
  'language',
  'theme',
  'lastStreamId',
  'favoriteStreamId',
] as const satisfies readonly PreferenceName[];

export const DEFAULT_PREFERENCES: Preferences = {
  volume: DEFAULT_VOLUME,
  language: DEFAULT_LANGUAGE,
  theme: DEFAULT_THEME,
  lastStreamId: DEFAULT_STREAM,
  favoriteStreamId: DEFAULT_STREAM,
};

/**
 * Merges choices into whole preferences: each field comes
 * from the first choice that has it, else from the default.
 */
export function mergePreferences(...choices: readonly PreferenceChange[]): Preferences {
  const pick = <Name extends PreferenceName>(name: Name): Preferences[Name] => {
    for (const choice of choices) {
      const value = choice[name];
      if (value !== undefined) return value;
    }
    return DEFAULT_PREFERENCES[name];
  };
  return {
    volume: pick('volume'),
    language: pick('language'),
    theme: pick('theme'),
    lastStreamId: pick('lastStreamId'),
    favoriteStreamId: pick('favoriteStreamId'),
  };
}

/** Returns the fields of a choice that differ from the preferences. */
export function differences(choice: PreferenceChange, preferences: PreferenceChange): PreferenceChange {
  return Object.fromEntries(
    PREFERENCE_NAMES.flatMap((name) =>
      choice[name] === undefined || choice[name] === preferences[name] ? [] : [[name, choice[name]]],
    ),
  );
}

/** Returns the fields that the others do not have. */
export function fieldsWithout<Fields extends object>(fields: Fields, others: object): Partial<Fields> {
  const rest: Partial<Fields> = { ...fields };
  for (const name in fields) if (name in others) delete rest[name];
  return rest;
}

/** Returns the fields that the others have, too. */
export function only<Fields extends object>(fields: Fields, others: object): Partial<Fields> {
  return fieldsWithout(fields, fieldsWithout(fields, others));
}

export function isEmpty(choice: PreferenceChange): boolean {
  return PREFERENCE_NAMES.every((name) => choice[name] === undefined);
}
