import { browserStorage, tabStorage } from '#src/page/storage/browser-storage.ts';
import { isInvitationDue, rememberDeclined, rememberInvited } from './invitation.ts';

/** @param onLater is called when the guest has declined, or closed it */
export type OpenInvitation = (onLater: () => void) => void;

const STORAGE = { browser: browserStorage, tab: tabStorage };

/** Opens the invitation where it is due, unless nothing would keep it from coming again and again. */
export function invite(openInvitation: OpenInvitation): void {
  if (!isInvitationDue(STORAGE, Date.now()) || !rememberInvited(STORAGE)) return;
  openInvitation(() => rememberDeclined(STORAGE, Date.now()));
}
