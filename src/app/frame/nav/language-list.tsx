import { LANGUAGE_NAMES, LANGUAGES } from '#src/contract/languages.ts';
import { preferencesOf } from '#src/features/preferences/store/preference-store.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { addressInLanguage } from '#src/page/address/address-rules.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { useAddress } from '#src/page/navigation/navigation-context.tsx';
import { Disclosure } from '#src/ui/disclosure/disclosure.tsx';
import { Flag } from '#src/ui/flag/flag.tsx';
import hidden from '#src/ui/styles/hidden.module.css';
import styles from './nav.module.css';

/** The language of the page, and the others to choose from. */
export function LanguageList() {
  const text = useText();
  const language = useLanguage();
  return (
    <Disclosure
      align="end"
      buttonClass={styles.language}
      button={
        <>
          <Flag language={language} />
          {language.toUpperCase()}
          <span className={hidden.hidden}>
            {LANGUAGE_NAMES[language]}, {text('frame.language')}
          </span>
        </>
      }
    >
      <LanguageLinks />
    </Disclosure>
  );
}

/** Links to the same page in each language, each in its own words; the query stays. */
export function LanguageLinks(props: { onChoose?: () => void; className?: string | undefined }) {
  const preferences = preferencesOf(useBrowser());
  const current = useLanguage();
  const location = useAddress();
  return (
    <ul className={props.className}>
      {LANGUAGES.map((language) => (
        <li key={language}>
          <Link
            to={addressInLanguage(location, language)}
            keepsScroll
            lang={language}
            hrefLang={language}
            aria-current={language === current ? 'true' : undefined}
            onClick={() => {
              // The page's language may not be the stored one [A4].
              preferences.choose({ language }, true);
              props.onChoose?.();
            }}
          >
            <Flag language={language} />
            {LANGUAGE_NAMES[language]}
          </Link>
        </li>
      ))}
    </ul>
  );
}
