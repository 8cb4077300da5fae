import { INVITATION_REOFFER_MS } from '#src/contract/limits.ts';

const DISMISSED = 'signup_modal_dismissed';
const SHOWN = 'signup_modal_shown';

/** Remembers that a guest has been invited: for good, and for this session of the browser. */
export interface InvitationStorage {
  readonly local: Storage;
  readonly session: Storage;
}

/** Whether a guest is to be invited [A61]: not twice in a session, not within 48 hours of declining. */
export function isInvitationDue({ local, session }: InvitationStorage, nowMs: number): boolean {
  if (session.getItem(SHOWN) !== null) return false;
  const dismissedMs = Date.parse(local.getItem(DISMISSED) ?? '');
  return Number.isNaN(dismissedMs) || nowMs - dismissedMs >= INVITATION_REOFFER_MS;
}

export function rememberInvited({ session }: InvitationStorage): void {
  session.setItem(SHOWN, 'true');
}

export function rememberDeclined({ local }: InvitationStorage, nowMs: number): void {
  local.setItem(DISMISSED, new Date(nowMs).toISOString());
}
