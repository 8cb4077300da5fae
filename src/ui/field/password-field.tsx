import { useState } from 'react';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import styles from './field.module.css';
import { Field, type FieldProps } from './field.tsx';

/** A field for a password, which may be looked at. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'button'> & { showLabel: string }) {
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
          aria-label={showLabel}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          <LaterIcon name="eye" />
        </button>
      }
    />
  );
}
