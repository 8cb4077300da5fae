import { isLanguage, type Language } from '#src/contract/languages.ts';
import { THEMES, type Theme } from '#src/contract/limits.ts';
import { isStreamId, type StreamId } from '#src/contract/streams.ts';
import { browserStorage } from '#src/page/storage/browser-storage.ts';

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
export function rememberReturn(choices: { language: Language; streamId: StreamId; theme: Theme }): void {
  browserStorage.write(LANGUAGE, choices.language);
  browserStorage.write(STREAM, choices.streamId);
  browserStorage.write(THEME, choices.theme);
}

export function readReturn(): Returning {
  const language = browserStorage.read(LANGUAGE);
  const streamId = browserStorage.read(STREAM);
  const theme = browserStorage.read(THEME);
  return {
    ...(isLanguage(language) && { language }),
    ...(isStreamId(streamId) && { streamId }),
    theme: THEMES.find((known) => known === theme),
  };
}

/** A language chosen since then is the newer word: the root goes by that. */
export function forgetReturnLanguage(): void {
  browserStorage.remove(LANGUAGE);
}

export function forgetReturn(): void {
  browserStorage.remove(LANGUAGE, STREAM, THEME);
}
