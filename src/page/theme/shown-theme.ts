import { THEMES, type Theme } from '#src/contract/limits.ts';

/** Raised when another theme is shown. */
export const CHANGED = 'onde:theme';

/** The theme of the document; light on a page whose head names none. */
export function readShownTheme(): Theme {
  return THEMES.find((theme) => theme === document.documentElement.dataset.theme) ?? 'light';
}

export function showTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  document.documentElement.classList.toggle('dark', theme === 'dark');
  dispatchEvent(new Event(CHANGED));
}

export function onThemeShown(listener: () => void): () => void {
  addEventListener(CHANGED, listener);
  return () => removeEventListener(CHANGED, listener);
}
