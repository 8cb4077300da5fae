import { useSyncExternalStore } from 'react';
import type { Theme } from '#src/contract/limits.ts';
import { GROUNDS } from './grounds.ts';
import { CHANGED, onThemeShown, readShownTheme } from './shown-theme.ts';

/**
 * Shows the stored theme before the first paint, that of the member's visit [A137] before it; without one a guest has the
 * system's, a member the default until the server has said [A5]. Runs as inline text: it may use nothing but
 * its arguments, and holds no comments. What browsers draw around the page follows the theme from then on.
 */
function showStoredTheme(
  page: Window,
  doc: Document,
  changed: string,
  grounds: Readonly<Record<Theme, string>>,
): void {
  const root = doc.documentElement;
  let stored: string | null = null;
  try {
    stored = page.localStorage.getItem('theme');
    if (stored !== 'dark' && page.localStorage.getItem('authToken')) stored = 'light';
    const visit = page.sessionStorage.getItem('visit') ?? '';
    const owner = /"user":"([^"]+)"/.exec(visit)?.[1];
    if (owner && page.localStorage.getItem('authUser')?.includes(`"id":"${owner}"`))
      stored = /"theme":"(\w+)"/.exec(visit)?.[1] ?? stored;
  } catch {}
  const isDark =
    stored === 'dark' || (stored !== 'light' && page.matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = isDark ? 'dark' : 'light';
  root.classList.toggle('dark', isDark);
  const colourFrame = (): void => {
    const ground = root.dataset.theme === 'dark' ? grounds.dark : grounds.light;
    doc.querySelector('meta[name=theme-color]')?.setAttribute('content', ground);
  };
  colourFrame();
  page.addEventListener(changed, colourFrame);
}

/** The text of the inline script for the head of every page. */
export function themeScript(): string {
  return `(${showStoredTheme})(window,document,${JSON.stringify(CHANGED)},${JSON.stringify(GROUNDS)})`;
}

/** The theme that is shown. On the server and while hydrating that is unknown and called light. */
export function useTheme(): Theme {
  return useSyncExternalStore(onThemeShown, readShownTheme, () => 'light');
}
