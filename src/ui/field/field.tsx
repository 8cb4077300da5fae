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
  /** What of the problem changes while one writes: it is read out with it, and not again. */
  growing?: string | null;
  /** The id of the element that says the problem already. */
  saidIn?: string | undefined;
  /** A button at the end of the box. */
  button?: ReactNode;
}

/** A labelled box to write in. Its hint or problem belongs to it for assistive technology too. */
export function Field(props: FieldProps) {
  const { label, value, onValue, hint, problem, growing = null, saidIn, button, ...input } = props;
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
            {withGrowing(problem, growing)}
          </p>
        )}
        {!problem && hint}
      </div>
    </div>
  );
}

/** What is live is read out whole with each change of it, but for what says that it is not. */
export function withGrowing(problem: string, growing: string | null): ReactNode {
  if (growing === null) return problem;
  const at = problem.lastIndexOf(growing);
  return (
    <span>
      {problem.slice(0, at)}
      <span aria-live="off">{growing}</span>
      {problem.slice(at + growing.length)}
    </span>
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
