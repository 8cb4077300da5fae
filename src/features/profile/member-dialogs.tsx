import type { ReactNode } from 'react';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { ProfileDialog } from './profile-dialog.tsx';

/** How one dialog leads to another. */
interface Ways {
  openDeletion(): void;
}

/** A member's own dialogs, by what opens them. */
export const MEMBER_DIALOGS = {
  openProfile: (ways: Ways) => <ProfileDialog onDelete={ways.openDeletion} />,
  openDeletion: () => <DeleteAccountDialog />,
} satisfies Record<string, (ways: Ways) => ReactNode>;
