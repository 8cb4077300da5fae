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

/**
 * When a choice was made. `ms_ago`: before the call was sent, by the browser's clock, whose date is nobody's concern.
 * `after`: the time of the choice before it, as a reply has told it: it is newer than that one in any case.
 */
const choiceTimeSchema = z.object({
  ms_ago: z.number().check(z.minimum(0)),
  after: z.optional(z.iso.datetime({ offset: true })),
});
export type ChoiceTime = z.infer<typeof choiceTimeSchema>;

/** What a value for each of the preferences may be. */
function forEach<Value extends z.core.SomeType>(value: Value) {
  return z.object({
    volume: z.optional(value),
    language: z.optional(value),
    theme: z.optional(value),
    lastStreamId: z.optional(value),
    favoriteStreamId: z.optional(value),
  });
}

/** `preferences` POST. A choice without a time counts as made when it arrives. */
export const preferencesBodySchema = z.object({
  preferences: preferenceChangeSchema,
  chosen: z.optional(forEach(choiceTimeSchema)),
});

const { shape } = preferenceChangeSchema;
const keptSchema = z.object({
  volume: z.catch(shape.volume, undefined),
  language: z.catch(shape.language, undefined),
  theme: z.catch(shape.theme, undefined),
  lastStreamId: z.catch(shape.lastStreamId, undefined),
  favoriteStreamId: z.catch(shape.favoriteStreamId, undefined),
});

/**
 * `data` of `preferences`: whole, which of them the member has chosen (the others are the defaults), when each was
 * chosen or reset where that is known, and which of the choices just sent lost to newer ones. Read also where only
 * some or none are there or can be read, or it is not said which are chosen, when and since [A85].
 */
export const serverPreferencesSchema = z.object({
  preferences: z.catch(keptSchema, {}),
  saved: z._default(z.array(z.enum(PREFERENCE_NAMES)), [...PREFERENCE_NAMES]),
  chosen_at: z.catch(forEach(z.string()), {}),
  overtaken: z.catch(z.array(z.enum(PREFERENCE_NAMES)), []),
});
export type ServerPreferences = z.infer<typeof serverPreferencesSchema>;
