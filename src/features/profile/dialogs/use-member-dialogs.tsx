import { useMemo } from 'react';
import { useFetchedDialogs } from '#src/ui/dialog/use-fetched-dialogs.ts';

export interface MemberDialogs {
  openProfile(): void;
  openDeletion(): void;
}

/** Opens a member's own dialogs. */
export function useMemberDialogs(): MemberDialogs {
  const open = useFetchedDialogs();
  return useMemo(() => {
    const show = (name: keyof MemberDialogs) =>
      open(['members', 'accounts'], async () => {
        const { MEMBER_DIALOGS } = await import('./member-dialogs.tsx');
        return MEMBER_DIALOGS[name](dialogs);
      });
    const dialogs: MemberDialogs = {
      openProfile: () => show('openProfile'),
      openDeletion: () => show('openDeletion'),
    };
    return dialogs;
  }, [open]);
}
