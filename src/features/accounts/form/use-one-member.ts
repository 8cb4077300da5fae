import { useEffect, useEffectEvent, useState } from 'react';
import { useSession } from '#src/page/session/use-session.ts';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';

/**
 * Closes the dialog that it is called in, where a member has opened it, once another one has signed in, in whichever
 * tab: what stands there is the first one's, and would be done to the other's account [A114].
 * @param forget ends what belongs to the dialog beside it
 */
export function useOneMember(forget = () => {}): void {
  const dialogs = useDialogs();
  const { user } = useSession();
  const id = user?.id;
  const [openedBy] = useState(id);
  const isAnother = id !== undefined && openedBy !== undefined && id !== openedBy;
  const end = useEffectEvent(() => {
    forget();
    dialogs.close();
  });
  useEffect(() => {
    if (isAnother) end();
  }, [isAnother]);
}
