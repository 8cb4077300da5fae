import { useMemo } from 'react';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';
import { AccountsSoonDialog } from './accounts-soon-dialog.tsx';

export interface AccountDialogs {
  openLogin(): void;
  openRegister(): void;
}

/** Opens the dialogs that ask who someone is. Until accounts open, both say so. */
export function useAccountDialogs(): AccountDialogs {
  const dialogs = useDialogs();
  return useMemo(() => {
    const open = () => dialogs.open(<AccountsSoonDialog />);
    return { openLogin: open, openRegister: open };
  }, [dialogs]);
}
