import { INVITATION_REOFFER_MS } from '#src/contract/limits.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import type { BrowserStorage } from '#src/page/storage/browser-storage.ts';

/** @param onLater is called when the guest has declined, or closed it */
export type OpenInvitation = (onLater: () => void) => void;

/** Opens the invitation where it is due, unless nothing would keep it from coming again and again. */
export function invite({ storage, tabStorage, clock }: Browser, openInvitation: OpenInvitation): void {
  const kept = { browser: storage, tab: tabStorage };
  if (!isInvitationDue(kept, clock.nowMs()) || !rememberInvited(kept)) return;
  openInvitation(() => rememberDeclined(kept, clock.nowMs()));
}

const DISMISSED = 'signup_modal_dismissed';
const SHOWN = 'signup_modal_shown';

/** Remembers that a guest has been invited: for good, and until the tab is closed. */
interface InvitationStorage {
  readonly browser: BrowserStorage;
  readonly tab: BrowserStorage;
}

/** Whether a guest is to be invited [A61]: not twice in a session, not within 48 hours of declining. */
export function isInvitationDue({ browser, tab }: InvitationStorage, nowMs: number): boolean {
  if (tab.read(SHOWN) !== null) return false;
  const dismissedMs = Date.parse(browser.read(DISMISSED) ?? '');
  // Both ways: a clock that ran far ahead would have kept it from ever coming again.
  return Number.isNaN(dismissedMs) || Math.abs(nowMs - dismissedMs) >= INVITATION_REOFFER_MS;
}

/** @returns whether it is remembered */
export function rememberInvited({ tab }: InvitationStorage): boolean {
  return tab.write(SHOWN, 'true');
}

export function rememberDeclined({ browser }: InvitationStorage, nowMs: number): void {
  browser.write(DISMISSED, new Date(nowMs).toISOString());
}
