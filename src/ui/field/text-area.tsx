import type { ComponentProps } from 'react';
import { Icon } from '#src/ui/icon/icon.tsx';
import styles from './field.module.css';
import { withGrowing } from './field.tsx';

/**
 * A box for some lines, whose label is in sight elsewhere. Words go in the direction that they are written
 * in.
 * @param props.problem which rule is broken, or what failed, in words
 * @param props.growing what of these changes while one writes: it is read out with them, and not again
 * @param props.noteId of what else belongs to it
 * @param props.saidIn the id of the element that says the problem already
 */
export function TextArea(
  props: Omit<ComponentProps<'textarea'>, 'value'> & {
    label: string;
    value: string;
    problem: string | null;
    growing?: string | null;
    noteId: string;
    saidIn?: string | undefined;
  },
) {
  const { label, problem, growing = null, noteId, saidIn, className = '', ...area } = props;
  const problemId = saidIn ?? `${noteId}-problem`;
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
      {problem && !saidIn && (
        <p id={problemId} className={styles.problem} role="alert">
          <Icon name="warning" size={18} />
          {withGrowing(problem, growing)}
        </p>
      )}
    </>
  );
}
