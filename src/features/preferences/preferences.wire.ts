import * as z from 'zod/mini';
import { isLanguage } from '#src/contract/languages.ts';
import { THEMES, type Theme } from '#src/contract/limits.ts';
import { isStreamId } from '#src/contract/streams.ts';
import type { FieldErrorCode } from '#src/contract/wire-errors.ts';
import { PREFERENCE_NAMES } from './preferences.ts';

const isTheme = (value: unknown): value is Theme => THEMES.some((theme) => theme === value);

/** A text that the station offers, or the rule that it breaks. */
function known<T extends string>(is: (value: unknown) => value is T, problem: FieldErrorCode) {
  return z.pipe(
    z.string().check(({ value, issues }) => {
      if (!is(value)) issues.push({ code: 'custom', message: problem, input: value });
    }),
    z.custom<T>(is),
  );
}

const language = known(isLanguage, 'language_unknown');
const theme = known(isTheme, 'theme_unknown');
const streamId = known(isStreamId, 'stream_unknown');
const volume = z.number().check(z.minimum(0, 'volume_out_of_range'), z.maximum(1, 'volume_out_of_range'));

/** The part of the preferences that a change names. */
export const preferenceChangeSchema = z.object({
  volume: z.optional(volume),
  language: z.optional(language),
  theme: z.optional(theme),
  lastStreamId: z.optional(streamId),
  favoriteStreamId: z.optional(streamId),
});

/** `preferences` POST */
export const preferencesBodySchema = z.object({ preferences: preferenceChangeSchema });

const { shape } = preferenceChangeSchema;
const keptSchema = z.object({
  volume: z.catch(shape.volume, undefined),
  language: z.catch(shape.language, undefined),
  theme: z.catch(shape.theme, undefined),
  lastStreamId: z.catch(shape.lastStreamId, undefined),
  favoriteStreamId: z.catch(shape.favoriteStreamId, undefined),
});

/**
 * `data` of `preferences`: whole, and which of them the member has chosen. The others are the defaults. Read
 * also where only some or none are there or can be read, or it is not said which are chosen [A85].
 */
export const serverPreferencesSchema = z.object({
  preferences: z.catch(keptSchema, {}),
  saved: z._default(z.array(z.enum(PREFERENCE_NAMES)), [...PREFERENCE_NAMES]),
});
export type ServerPreferences = z.infer<typeof serverPreferencesSchema>;
