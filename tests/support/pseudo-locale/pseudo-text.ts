import { AREAS } from '#src/i18n/areas.ts';
import { type CompiledTexts, compileArea } from '#src/i18n/compile-catalogue.ts';
import { formatMessage } from '#src/i18n/format-message.ts';
import type { Text } from '#src/i18n/text-key.ts';
import { pseudoTexts } from './pseudo-texts.ts';

let texts: CompiledTexts | null = null;

/** A text as the pages of the pseudo-locale show it. */
export const pseudoText: Text = (key, values) => {
  texts ??= pseudoTexts(Object.assign({}, ...AREAS.map((area) => compileArea(area, 'en'))));
  return formatMessage(texts[key] ?? [key], 'en', values);
};
