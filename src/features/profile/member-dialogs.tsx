import type { ReactNode } from 'react';
import { PreferencesDialog } from '#src/features/preferences/preferences-dialog.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { ProfileDialog } from './profile-dialog.tsx';

/** How one dialog leads to another. */
interface Ways {
  openPreferences(): void;
  openDeletion(): void;
}

/** A member's own dialogs, by what opens them. */
export const MEMBER_DIALOGS = {
  openProfile: (ways: Ways) => (
    <ProfileDialog onPreferences={ways.openPreferences} onDelete={ways.openDeletion} />
  ),
  openPreferences: () => <PreferencesDialog />,
  openDeletion: () => <DeleteAccountDialog />,
} satisfies Record<string, (ways: Ways) => ReactNode>;
