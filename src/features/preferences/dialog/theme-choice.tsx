import { useId } from 'react';
import { THEMES, type Theme } from '#src/contract/limits.ts';
import { useText } from '#src/i18n/use-text.ts';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import styles from './choice.module.css';

/** By day or by night. */
export function ThemeChoice(props: { theme: Theme; onChoose: (theme: Theme) => void }) {
  const text = useText();
  const name = useId();
  return (
    <fieldset className={styles.set}>
      <legend className={styles.title}>{text('members.preferences.theme')}</legend>
      <div className={styles.halves}>
        {THEMES.map((theme) => (
          <label key={theme}>
            <input
              type="radio"
              className={styles.radio}
              name={name}
              checked={theme === props.theme}
              onChange={() => props.onChoose(theme)}
            />
            <LaterIcon name={theme === 'dark' ? 'moon' : 'sun'} />
            <span>{text(`members.preferences.${theme}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
