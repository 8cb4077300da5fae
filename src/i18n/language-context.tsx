import { createContext, type ReactNode, useContext } from 'react';
import { DEFAULT_LANGUAGE, type Language } from '#src/contract/languages.ts';

const LanguageContext = createContext<Language>(DEFAULT_LANGUAGE);

/** Sets the language of everything below. Its texts must be loaded (`loadTexts`). */
export function LanguageProvider(props: { language: Language; children: ReactNode }) {
  return <LanguageContext value={props.language}>{props.children}</LanguageContext>;
}

/** The language of the page. */
export function useLanguage(): Language {
  return useContext(LanguageContext);
}
