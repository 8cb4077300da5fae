import type { ReactNode, Ref } from 'react';
import styles from './switch.module.css';

/** A setting that is on or off, in force at once. While it is busy a press changes nothing. */
export function Switch(props: {
  label: ReactNode;
  isOn: boolean;
  isBusy?: boolean;
  /** Id of the words that say more. */
  describedBy?: string;
  inputRef?: Ref<HTMLInputElement>;
  onChange: (isOn: boolean) => void;
}) {
  const { label, isOn, isBusy = false, describedBy, inputRef, onChange } = props;
  return (
    <label className={styles.switch}>
      {label}
      <input
        ref={inputRef}
        type="checkbox"
        checked={isOn}
        aria-disabled={isBusy || undefined}
        aria-describedby={describedBy}
        onChange={({ currentTarget: { checked } }) => {
          if (!isBusy) onChange(checked);
        }}
      />
    </label>
  );
}
