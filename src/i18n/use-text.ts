import { useMemo } from 'react';
import { useLanguage } from './language-context.tsx';
import { textOf } from './loaded-texts.ts';
import type { Text } from './text-key.ts';

/** Gives the page's texts: `const text = useText(); text('home.live-on', { stream: 'Onde Dance' })`. */
export function useText(): Text {
  const language = useLanguage();
  return useMemo(() => textOf(language), [language]);
}
