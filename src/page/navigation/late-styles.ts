import { whenReachable } from './when-reachable.ts';

const coming = new Set<Promise<void>>();
/** Links of our own: what becomes of them is known here. */
const askedAgain = new WeakSet<EventTarget>();

/**
 * Has a style sheet that did not come fetched again as soon as the radio can be reached. The script that it
 * belongs to goes on without it: what fetches both asks for each sheet once only (src/app/build/stand-ins.ts).
 */
export function followStyles(): void {
  // Such an event does not rise from its link.
  document.addEventListener('error', ({ target }) => fetchAgain(target), { capture: true });
}

function fetchAgain(link: EventTarget | null): void {
  if (!(link instanceof HTMLLinkElement) || link.rel !== 'stylesheet' || askedAgain.has(link)) return;
  link.remove();
  const sheet = whenReachable(() => fetchSheet(link.href))
    // A radio that lacks it has been renewed, or the browser will not have it.
    .catch(() => {})
    .finally(() => coming.delete(sheet));
  coming.add(sheet);
}

/** Waits for all sheets that are fetched again. */
export async function lateStyles(): Promise<void> {
  await Promise.all(coming);
}

function fetchSheet(href: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  askedAgain.add(link);
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject();
    };
    document.head.append(link);
  });
}
