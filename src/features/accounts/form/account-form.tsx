import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '#src/i18n/use-text.ts';
import { isFocusLost } from '#src/page/focus-place.ts';
import type { Form } from '#src/page/form/use-form.ts';
import { Button } from '#src/ui/button/button.tsx';
import { LaterIcon, type LaterIconName } from '#src/ui/icon/later-icon.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import styles from './account-form.module.css';

/** A form with its errors in a red box, its fields and its one button. */
export function AccountForm<Name extends string>(props: {
  form: Form<Name>;
  /** Where it is not the form's own. */
  error?: string | null;
  /** A button below the error. */
  errorAction?: ReactNode;
  submit: string;
  isBlocked?: boolean;
  onSend: (fields: Form<Name>['fields']) => Promise<void>;
  children: ReactNode;
}) {
  const { form, error = form.error, errorAction, submit, isBlocked = false, onSend, children } = props;
  const text = useText();
  return (
    <form className={styles.form} {...form.attributes(onSend, isBlocked)}>
      {error && (
        <div id={form.errorId}>
          <Notice title={error} action={errorAction} />
        </div>
      )}
      {children}
      <Button type="submit" look="ink" shape="large" disabled={form.isBusy || isBlocked}>
        {form.isBusy && <LaterIcon name="busy" size={18} spins />}
        {form.isBusy ? text('accounts.busy') : submit}
      </Button>
    </form>
  );
}

/** Ways to other dialogs. */
export function FormLinks({ children }: { children: ReactNode }) {
  return <div className={styles.links}>{children}</div>;
}

export function FormLink(props: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles.link} onClick={props.onClick}>
      {props.children}
    </button>
  );
}

export function Lead({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className={styles.lead}>
      {children}
    </p>
  );
}

/** The message of a success, in the place of the form that brought it: the focus goes from there to here. */
export function SuccessMessage(props: { icon?: LaterIconName; children: ReactNode }) {
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFocusLost()) message.current?.focus();
  }, []);
  return (
    <div ref={message} className={styles.good} role="status" tabIndex={-1}>
      <LaterIcon name={props.icon ?? 'check'} />
      <p>{props.children}</p>
    </div>
  );
}
