import { DEFAULT_LANGUAGE, FALLBACK_LANGUAGE, isLanguage, type Language } from '#src/spec/languages.ts';
import { THEMES, type Theme } from '#src/spec/limits.ts';

/**
 * The language to begin in (accounts.md §4, "Language"): a member's preference, else the stored choice, else the
 * browser's, where they are languages of ours. The last resort is French for a guest, English for anything else.
 * @param known.browser the browser's languages, most wanted first: `navigator.languages`
 */
export function chooseLanguage(known: {
  preferred: Language | null;
  stored: string | null;
  browser: readonly string[];
  isGuest: boolean;
}): Language {
  if (known.preferred !== null) return known.preferred;
  if (isLanguage(known.stored)) return known.stored;
  const codes = known.browser.map((tag) => tag.toLowerCase().split('-')[0]);
  return codes.find(isLanguage) ?? (known.isGuest ? DEFAULT_LANGUAGE : FALLBACK_LANGUAGE);
}

/** The theme to begin in (accounts.md §4, "Theme"): the stored one; the system's for a guest who has none stored. */
export function chooseTheme(known: {
  preferred: Theme;
  stored: string | null;
  system: Theme;
  isGuest: boolean;
}): Theme {
  const stored = THEMES.find((theme) => theme === known.stored);
  return stored ?? (known.isGuest ? known.system : known.preferred);
}

/** Whether preferences follow the rules for mobile devices (accounts.md §4, "Preference synchronisation"). */
export function isMobileUserAgent(userAgent: string): boolean {
  return /Android|iPhone|iPad|iPod|Mobile|Windows Phone|IEMobile|Opera Mini|BlackBerry|webOS/i.test(
    userAgent,
  );
}
