import type { Browser } from '#src/page/browser/browser.ts';
import { hasMailAct, keepMailAct, renewMailAct, takeMailAct } from './kept-act.ts';
import { pendingActOf } from './pending-act.ts';

/**
 * Keeps what led a guest here until they have followed the link of the mail that was asked for [A121]. What waits for one
 * of before waits for this one as well.
 */
export function keepActForMail(browser: Browser, email: string): void {
  const { storage, clock } = browser;
  const act = pendingActOf(browser).read();
  // The question of a deletion is a member's.
  if (act === null || act.kind === 'deletion') {
    renewMailAct(storage, email.trim(), clock.nowMs());
    return;
  }
  const begunOn = `${location.pathname}${location.search}`;
  keepMailAct(storage, { act, begunOn, email: email.trim() }, clock.nowMs());
}

/** Whether what a guest has begun waits for the mail to this address that is asked for now, or was before. */
export function hasActForMail(browser: Browser, email: string): boolean {
  const act = pendingActOf(browser).read();
  return (
    (act !== null && act.kind !== 'deletion') || hasMailAct(browser.storage, email, browser.clock.nowMs())
  );
}

/**
 * Says whether something waits in another browser, by the address that the mail's link has led to [A136].
 * @param begunOn what waited in this one
 */
export function waitsElsewhere(begunOn: string | null): boolean {
  return begunOn === null && new URLSearchParams(location.search).has('act');
}

/**
 * Takes up what waited for the mail of this address: its link has been followed, or its member logs in otherwise. Call it
 * before the sign-in, whose sync leads nowhere then. What was asked for since takes its place.
 * @returns the page where it was begun; null where nothing waited
 */
export function takeUpMailAct(browser: Browser, email: string): string | null {
  const pendingAct = pendingActOf(browser);
  const kept = takeMailAct(browser.storage, email, browser.clock.nowMs());
  if (kept === null || pendingAct.read() !== null) return null;
  pendingAct.set(kept.act);
  return kept.begunOn;
}
