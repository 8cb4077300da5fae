import { useEffect } from 'react';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { isFocusLost } from '#src/page/focus-place.ts';
import type { Clock } from '#src/platform/clock/clock.ts';

/** Whoever gives the focus a better place has done so by then. */
const PLACED_MS = 100;

/**
 * What may hold the focus in place of a button in it: it is neutral, so a key pressed too late does nothing. Of headers
 * the page's own alone: what others stand in has a name.
 */
const HOLDERS = '[tabindex="-1"], dialog, section, nav, aside, footer, header:not(main *), [role="group"]';

/**
 * Keeps the focus near what had it and is gone, as a button is that its own press takes away, or a track's when a jingle
 * comes: the next Tab would begin at the head of the page, and a screen reader lose its place.
 */
export function useLostFocus(): void {
  const { clock } = useBrowser();
  useEffect(() => {
    const keeping = keepLostFocus(clock);
    return () => keeping[Symbol.dispose]();
  }, [clock]);
}

function keepLostFocus(clock: Pick<Clock, 'after'>): Disposable {
  /** What has the focus, and all that it stands in; in a dialog, then what had it under that. */
  let path: HTMLElement[] = [];
  /** The last one of these that was in no dialog. */
  let under: HTMLElement[] = [];
  const note = ({ target }: { readonly target: EventTarget | null }) => {
    path = [];
    for (let at = target; at instanceof HTMLElement && at !== document.body; at = at.parentElement)
      path.push(at);
    if (path.some((one) => one.matches('dialog'))) path.push(...under);
    else under = path;
  };
  /** Whoever presses beside it gives the focus away; in a dialog not for good, which gives it back when it closes. */
  const forget = ({ relatedTarget }: FocusEvent) => {
    const before = path;
    clock.after(0, () => {
      const isGivenAway = relatedTarget === null && isFocusLost();
      if (path === before && path === under && isGivenAway && before[0]?.isConnected) path = under = [];
    });
  };
  note({ target: document.activeElement });
  const watching = new MutationObserver(() => {
    if (path[0]?.isConnected !== false) return;
    const around = path;
    path = [];
    clock.after(PLACED_MS, () => {
      if (isFocusLost()) hold(around.find((one) => one.isConnected && one.matches(HOLDERS)));
    });
  });
  watching.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', note);
  document.addEventListener('focusout', forget);
  return {
    [Symbol.dispose]() {
      watching.disconnect();
      document.removeEventListener('focusin', note);
      document.removeEventListener('focusout', forget);
    },
  };
}

/** Gives the focus to what cannot have it by itself, for as long as it stays there, and without a ring. */
function hold(holder: HTMLElement | undefined): void {
  if (holder === undefined) return;
  if (!holder.hasAttribute('tabindex')) {
    holder.tabIndex = -1;
    holder.style.outline = 'none';
    const release = () => {
      holder.removeAttribute('tabindex');
      holder.style.outline = '';
    };
    holder.addEventListener('blur', release, { once: true });
  }
  holder.focus({ preventScroll: true });
}
