import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useText } from '#src/i18n/use-text.ts';
import { Icon } from '#src/ui/icon/icon.tsx';
import { DialogMessages } from '#src/ui/toast/dialog-messages.tsx';
import styles from './dialog.module.css';
import { useDialogs } from './dialogs.tsx';
import { useModal } from './use-modal.ts';

/**
 * A modal dialog with a title and a button that closes it; Escape and a press beside it close it too. Opened
 * with `useDialogs().open(…)`. `sheet` fills a small screen. `holdsText`: while something is written in it a press
 * beside it does nothing, since that would be lost [A135]. `describedBy`: the id of what a question is about, which is
 * said with its title.
 */
export function Dialog(props: {
  title: string;
  shape?: 'card' | 'sheet';
  holdsText?: boolean;
  describedBy?: string;
  onClose?: () => void;
  children: ReactNode;
}) {
  const { title, shape = 'card', holdsText, describedBy, onClose, children } = props;
  const element = useRef<HTMLDialogElement>(null);
  const isPressedBeside = useRef(false);
  const isTypedIn = useRef(false);
  const titleId = useId();
  const text = useText();
  const dialogs = useDialogs();

  useModal(element);
  useEffect(() => focusFirstField(element.current), []);

  const close = () => {
    onClose?.();
    dialogs.close();
  };

  return (
    // The keyboard's way to what a press beside the dialog does is Escape, which the platform handles.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <dialog
      ref={element}
      className={`${styles.dialog} ${styles[shape]}`}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onPointerDown={(event) => {
        isPressedBeside.current = event.target === element.current;
      }}
      onClick={(event) => {
        // A selection of text by the pointer may end beside the dialog.
        if (event.target !== element.current || !isPressedBeside.current) return;
        if (!holdsText || !isTypedIn.current || !hasText(element.current)) close();
      }}
      onInput={() => {
        isTypedIn.current = true;
      }}
    >
      <div className={styles.inside}>
        <header className={styles.header}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <button type="button" className={styles.close} aria-label={text('frame.close')} onClick={close}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
      <DialogMessages />
    </dialog>
  );
}

function hasText(dialog: HTMLDialogElement): boolean {
  return Array.from(dialog.querySelectorAll('input')).some(
    ({ readOnly, value }) => !readOnly && value !== '',
  );
}

/**
 * A dialog begins in its first field, else where the platform says: at its close button. React's autoFocus
 * comes while it is still closed.
 */
function focusFirstField(dialog: HTMLDialogElement | null): void {
  dialog?.querySelector<HTMLElement>(':is(input, select, textarea):enabled:not([readonly])')?.focus();
}
