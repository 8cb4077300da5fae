import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { DEFAULT_LANGUAGE, isLanguage } from '#src/contract/languages.ts';
import { isTextGroup } from '#src/i18n/areas.ts';
import { loadTexts } from '#src/i18n/loaded-texts.ts';

/** Brings the document to life. The scripts of all its routes must be there: the router finds them in the window. */
export async function hydratePage(): Promise<void> {
  // The document says what it was written with: the same texts must be there before React compares.
  const { lang, dataset } = document.documentElement;
  const language = isLanguage(lang) ? lang : DEFAULT_LANGUAGE;
  const groups = (dataset.texts ?? 'core').split(' ').filter(isTextGroup);
  await Promise.all(groups.map((group) => loadTexts(group, language)));
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  });
}
