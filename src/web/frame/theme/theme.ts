import { useSyncExternalStore } from 'react';
import { storedPreferences } from '#src/features/preferences/stored-preferences.ts';
import type { Theme } from '#src/spec/limits.ts';

const CHANGED = 'onde:theme';

/**
 * Shows the stored theme, else the system's, before the first paint. Runs as inline text: it may use nothing but its
 * arguments, and holds no comments.
 */
function showStoredTheme(page: Window, root: HTMLElement): void {
  let stored: string | null = null;
  try {
    stored = page.localStorage.getItem('theme');
  } catch {}
  const isDark = stored ? stored === 'dark' : page.matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = isDark ? 'dark' : 'light';
  root.classList.toggle('dark', isDark);
}

/** The text of the inline script for the head of every page. */
export function themeScript(): string {
  return `(${showStoredTheme})(window,document.documentElement)`;
}

/** The theme that is shown. On the server and while hydrating that is unknown and called light. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme, () => 'light');
}

/** Shows a theme and remembers it. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  document.documentElement.classList.toggle('dark', theme === 'dark');
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // Blocked storage: the choice lasts as long as the page.
  }
  storedPreferences.write({ theme });
  dispatchEvent(new Event(CHANGED));
}

function readTheme(): Theme {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
}

function subscribe(listener: () => void): () => void {
  addEventListener(CHANGED, listener);
  return () => removeEventListener(CHANGED, listener);
}
