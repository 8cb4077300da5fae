import type { ReactNode } from 'react';
import { MemberInvitations } from './member-invitations.tsx';
import { useClientAddress } from './use-client-address.ts';

/** What a page does by itself when nothing else is to be done; shows nothing. Inside of the dialogs' provider. */
export function IdleTasks(): ReactNode {
  useClientAddress();
  return <MemberInvitations />;
}
