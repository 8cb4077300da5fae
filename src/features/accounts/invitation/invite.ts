import { type InvitationStorage, isInvitationDue, rememberDeclined, rememberInvited } from './invitation.ts';

/** @param onLater is called when the guest has declined, or closed it */
export type OpenInvitation = (onLater: () => void) => void;

/** Opens the invitation where it is due. */
export function invite(openInvitation: OpenInvitation): void {
  withStorage((storage) => {
    if (!isInvitationDue(storage, Date.now())) return;
    rememberInvited(storage);
    openInvitation(() => withStorage((at) => rememberDeclined(at, Date.now())));
  });
}

/** Without storage there is no invitation: it would come again and again. */
function withStorage(work: (storage: InvitationStorage) => void): void {
  try {
    work({ local: localStorage, session: sessionStorage });
  } catch {
    // Blocked storage.
  }
}
