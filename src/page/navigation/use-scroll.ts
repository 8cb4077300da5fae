import { useLayoutEffect } from 'react';
import type { Shown } from './navigator.ts';

/** Puts each page that is shown where it belongs before it is seen. */
export function useScroll(shown: Shown<unknown>): void {
  useLayoutEffect(() => scrollPage(shown.scroll), [shown]);
}

function scrollPage(scroll: Shown<unknown>['scroll']): void {
  if (scroll === null) return;
  const target = typeof scroll === 'string' ? elementOf(scroll) : null;
  if (target !== null) target.scrollIntoView();
  else window.scrollTo({ top: typeof scroll === 'number' ? scroll : 0, behavior: 'instant' });
}

function elementOf(fragment: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(fragment.slice(1)));
  } catch {
    // A fragment that cannot be decoded names nothing.
    return null;
  }
}
