import { isLanguage, type Language } from '#src/contract/languages.ts';
import { THEMES, type Theme } from '#src/contract/limits.ts';
import { isStreamId, type StreamId } from '#src/contract/streams.ts';
import type { BrowserStorage } from '#src/page/storage/browser-storage.ts';

const LANGUAGE = 'auth_return_lang';
const STREAM = 'auth_return_stream';
const THEME = 'auth_return_theme';

/** The choices from before a login: `auth_return_lang`, `auth_return_stream`, `auth_return_theme`. */
export interface Returning {
  readonly language?: Language | undefined;
  readonly streamId?: StreamId | undefined;
  readonly theme?: Theme | undefined;
}

/** Keeps where a guest was before the sign-in, for the way back [A33]. */
export function rememberReturn(
  storage: BrowserStorage,
  choices: { language: Language; streamId: StreamId; theme: Theme },
): void {
  storage.write(LANGUAGE, choices.language);
  storage.write(STREAM, choices.streamId);
  storage.write(THEME, choices.theme);
}

export function readReturn(storage: BrowserStorage): Returning {
  const language = storage.read(LANGUAGE);
  const streamId = storage.read(STREAM);
  const theme = storage.read(THEME);
  return {
    ...(isLanguage(language) && { language }),
    ...(isStreamId(streamId) && { streamId }),
    theme: THEMES.find((known) => known === theme),
  };
}

/** A language chosen since then is the newer word: the root goes by that. */
export function forgetReturnLanguage(storage: BrowserStorage): void {
  storage.remove(LANGUAGE);
}

/** A stream chosen since then is the newer word, for the root and for the member to come. */
export function renewReturnStream(storage: BrowserStorage, streamId: StreamId): void {
  if (storage.read(STREAM) !== null) storage.write(STREAM, streamId);
}

export function forgetReturn(storage: BrowserStorage): void {
  storage.remove(LANGUAGE, STREAM, THEME);
}
