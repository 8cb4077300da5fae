import type { ComponentProps } from 'react';
import { Icon } from '#src/ui/icon/icon.tsx';
import styles from './field.module.css';

/**
 * A box for some lines, whose label is in sight elsewhere. Words go in the direction that they are written
 * in.
 * @param props.problem which rule is broken, or what failed, in words
 * @param props.noteId of what else belongs to it
 */
export function TextArea(
  props: Omit<ComponentProps<'textarea'>, 'value'> & {
    label: string;
    value: string;
    problem: string | null;
    noteId: string;
  },
) {
  const { label, problem, noteId, className = '', ...area } = props;
  const problemId = `${noteId}-problem`;
  return (
    <>
      <textarea
        dir="auto"
        {...area}
        className={`${styles.input} ${styles.area} ${className}`}
        aria-label={label}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${problemId} ${noteId}` : noteId}
      />
      {problem && (
        <p id={problemId} className={styles.problem} role="alert">
          <Icon name="warning" size={18} />
          {problem}
        </p>
      )}
    </>
  );
}
