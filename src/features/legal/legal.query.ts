import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts';
import { wireQuery } from '#src/page/wire/page-query.ts';

/** The station's legal notice: the same in every language. */
export const legalQuery = wireQuery(
  'legal',
  {},
  DEFAULT_LANGUAGE,
  async () => (await import('./legal.wire.ts')).legalSchema,
);
