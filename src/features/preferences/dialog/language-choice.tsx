import { useId } from 'react';
import { isLanguage, LANGUAGE_NAMES, LANGUAGES, type Language } from '#src/contract/languages.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { Flag } from '#src/ui/flag/flag.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import styles from './choice.module.css';

/** The page's language, and the others, each in its own words. */
export function LanguageChoice({ onChoose }: { onChoose: (language: Language) => void }) {
  const text = useText();
  const language = useLanguage();
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>
        <p className={styles.title}>{text('members.preferences.language')}</p>
      </label>
      <div className={styles.select}>
        <Flag language={language} />
        <select
          id={id}
          value={language}
          onChange={({ currentTarget: { value } }) => {
            if (isLanguage(value)) onChoose(value);
          }}
        >
          {LANGUAGES.map((known) => (
            <option key={known} value={known} lang={known}>
              {LANGUAGE_NAMES[known]}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </div>
    </div>
  );
}
