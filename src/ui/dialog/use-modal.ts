import { type RefObject, useEffect } from 'react';

/** Has a dialog open over all else from its first appearance on. Back and forward close it like Escape. */
export function useModal(element: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const dialog = element.current;
    const cancel = () => dialog?.dispatchEvent(new Event('cancel', { cancelable: true }));
    dialog?.showModal();
    addEventListener('popstate', cancel);
    return () => {
      removeEventListener('popstate', cancel);
      dialog?.close();
    };
  }, [element]);
}
