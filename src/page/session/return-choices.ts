import { isLanguage, type Language } from '#src/contract/languages.ts';
import { THEMES, type Theme } from '#src/contract/limits.ts';
import { isStreamId, type StreamId } from '#src/contract/streams.ts';

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
  try {
    localStorage.setItem(LANGUAGE, choices.language);
    localStorage.setItem(STREAM, choices.streamId);
    localStorage.setItem(THEME, choices.theme);
  } catch {
    // Blocked storage: they come back to the defaults.
  }
}

export function readReturn(): Returning {
  try {
    const language = localStorage.getItem(LANGUAGE);
    const streamId = localStorage.getItem(STREAM);
    const theme = localStorage.getItem(THEME);
    return {
      ...(isLanguage(language) && { language }),
      ...(isStreamId(streamId) && { streamId }),
      theme: THEMES.find((known) => known === theme),
    };
  } catch {
    return {};
  }
}

export function forgetReturn(): void {
  try {
    for (const key of [LANGUAGE, STREAM, THEME]) localStorage.removeItem(key);
  } catch {
    // Blocked storage holds none.
  }
}
