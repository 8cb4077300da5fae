import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon } from '#src/ui/icon/icon.tsx';
import styles from './field.module.css';

export interface FieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  label: string;
  value: string;
  onValue(value: string): void;
  /** What is expected, or news about the text so far. */
  hint?: ReactNode;
  /** Which rule is broken, in words. Takes the hint's place. */
  problem?: string | null | undefined;
  /** The id of the element that says the problem already. */
  saidIn?: string | undefined;
  /** A button at the end of the box. */
  button?: ReactNode;
}

/** A labelled box to write in. Its hint or problem belongs to it for assistive technology too. */
export function Field({ label, value, onValue, hint, problem, saidIn, button, ...input }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.box}>
        <input
          {...input}
          id={id}
          className={button ? `${styles.input} ${styles.withButton}` : styles.input}
          value={value}
          onChange={(event) => onValue(event.currentTarget.value)}
          aria-invalid={problem ? true : undefined}
          aria-describedby={saidIn ?? (problem || hint ? noteId : undefined)}
        />
        {button}
      </div>
      <div id={noteId} aria-live="polite">
        {problem && !saidIn && (
          <p className={styles.problem}>
            <Icon name="warning" size={18} />
            {problem}
          </p>
        )}
        {!problem && hint}
      </div>
    </div>
  );
}

/** A field's hint: what is expected, or good news. */
export function Hint(props: { kind?: 'plain' | 'good' | 'busy'; children: ReactNode }) {
  const { kind = 'plain', children } = props;
  return (
    <p className={kind === 'good' ? `${styles.hint} ${styles.good}` : styles.hint}>
      {kind === 'good' && <Icon name="check" size={18} />}
      {kind === 'busy' && <Icon name="busy" size={18} spins />}
      {children}
    </p>
  );
}

/** Two fields side by side where there is room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>;
}
