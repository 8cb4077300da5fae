import { useEffect, useState } from 'react';
import { isLanguage, type Language } from '#src/contract/languages.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { loadTexts } from '#src/i18n/loaded-texts.ts';
import { browserStorage } from '#src/page/storage/browser-storage.ts';

/**
 * The visitor's language for a page whose address names none: the stored one, else the browser's. The document comes in
 * the default one; this takes its place once its texts are there.
 */
export function useStoredLanguage(): Language {
  const written = useLanguage();
  const [language, setLanguage] = useState(written);
  useEffect(() => {
    const stored = browserStorage.read('language');
    const wanted = [stored, ...navigator.languages.map((tag) => tag.slice(0, 2))].find(isLanguage);
    if (wanted === undefined || wanted === written) return;
    loadTexts('core', wanted).then(
      () => {
        document.documentElement.lang = wanted;
        setLanguage(wanted);
      },
      () => {},
    );
  }, [written]);
  return language;
}
