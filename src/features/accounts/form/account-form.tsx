import { type ReactNode, useRef } from 'react';
import { useText } from '#src/i18n/use-text.ts';
import { Button } from '#src/ui/button/button.tsx';
import { LaterIcon, type LaterIconName } from '#src/ui/icon/later-icon.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import styles from './account-form.module.css';
import { useFocusOnProblem } from './use-focus-on-problem.ts';

/**
 * A form with its errors in a red box, its fields and its one button.
 * @param props.onSubmit gives false when a field breaks a rule: the first of them is then given the focus, as is one that
 * the server refuses
 */
export function AccountForm(props: {
  error: string | null;
  /** A button below the error. */
  errorAction?: ReactNode;
  submit: string;
  isBusy: boolean;
  isBlocked?: boolean;
  onSubmit: () => boolean;
  children: ReactNode;
}) {
  const { error, errorAction, submit, isBusy, isBlocked = false, onSubmit, children } = props;
  const text = useText();
  const form = useRef<HTMLFormElement>(null);
  const focusOnProblem = useFocusOnProblem(form, isBusy);
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && !isBlocked && !onSubmit()) focusOnProblem();
      }}
    >
      {error && <Notice title={error} action={errorAction} />}
      {children}
      <Button type="submit" look="ink" shape="large" disabled={isBusy || isBlocked}>
        {isBusy && <LaterIcon name="busy" size={18} spins />}
        {isBusy ? text('accounts.busy') : submit}
      </Button>
    </form>
  );
}

/** Two fields side by side where there is room. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>;
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

export function Lead({ children }: { children: ReactNode }) {
  return <p className={styles.lead}>{children}</p>;
}

/** The message of a success. */
export function GoodNews(props: { icon?: LaterIconName; children: ReactNode }) {
  return (
    <div className={styles.good} role="status">
      <LaterIcon name={props.icon ?? 'check'} />
      <p>{props.children}</p>
    </div>
  );
}
