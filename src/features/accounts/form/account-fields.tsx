import { type ReactNode, useState } from 'react';
import { useText } from '#src/i18n/use-text.ts';
import type { BoundField } from '#src/page/form/use-form.ts';
import styles from '#src/ui/field/field.module.css';
import { Field, type FieldProps, Hint } from '#src/ui/field/field.tsx';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import hidden from '#src/ui/styles/hidden.module.css';

/** A field for the password that an account has. */
export function CurrentPasswordField(props: BoundField & { label: string; hint?: ReactNode }) {
  const text = useText();
  return (
    <PasswordField showLabel={text('accounts.password.show')} autoComplete="current-password" {...props} />
  );
}

/** Fields for a new password and the same once more, since nobody sees what is written. */
export function NewPasswordFields(props: {
  form: { bind(name: 'password' | 'again'): BoundField };
  /** Where the present one stands above. */
  label?: string;
}) {
  const text = useText();
  const { form, label = text('accounts.password') } = props;
  const shared = { showLabel: text('accounts.password.show'), autoComplete: 'new-password' };
  return (
    <>
      <PasswordField
        label={label}
        hint={<Hint>{text('accounts.password.hint')}</Hint>}
        {...shared}
        {...form.bind('password')}
      />
      <PasswordField label={text('accounts.password.again')} {...shared} {...form.bind('again')} />
    </>
  );
}

/** A field for the e-mail address of an account, which is what password managers know the account by. */
export function EmailField(props: BoundField) {
  const text = useText();
  return (
    <Field label={text('accounts.email')} type="email" inputMode="email" autoComplete="username" {...props} />
  );
}

/** A field for a password, which may be looked at. */
function PasswordField(props: Omit<FieldProps, 'type' | 'button'> & { showLabel: string }) {
  const { showLabel, ...field } = props;
  const [isShown, setShown] = useState(false);
  return (
    <Field
      {...field}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      button={
        <button
          type="button"
          className={styles.button}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          <LaterIcon name="eye" />
          <span className={hidden.hidden}>{showLabel}</span>
        </button>
      }
    />
  );
}
