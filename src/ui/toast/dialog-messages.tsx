import { use, useEffect } from 'react';
import { Messages, MessagesContext } from './toasts.tsx';

/**
 * Messages while a dialog is open, in which they stand then: whatever is outside of it is neither said nor
 * pressed [R230].
 */
export function DialogMessages() {
  const messages = use(MessagesContext);
  const setInDialog = messages?.setInDialog;
  useEffect(() => {
    setInDialog?.(true);
    return () => setInDialog?.(false);
  }, [setInDialog]);
  return messages && <Messages {...messages} />;
}
