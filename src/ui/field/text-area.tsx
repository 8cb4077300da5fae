import type { ComponentProps, ReactNode } from 'react';
import { Icon } from '#src/ui/icon/icon.tsx';
import styles from './field.module.css';

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
          {growing === null ? problem : withGrowing(problem, growing)}
        </p>
      )}
    </>
  );
}

/** An alert is read out whole with each change of it, but for what says that it is none. */
function withGrowing(problem: string, growing: string): ReactNode {
  const at = problem.lastIndexOf(growing);
  return (
    <span>
      {problem.slice(0, at)}
      <span aria-live="off">{growing}</span>
      {problem.slice(at + growing.length)}
    </span>
  );
}
