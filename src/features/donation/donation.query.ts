import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts';
import { wireQuery } from '#src/page/wire/page-query.ts';

/** The form, other ways to give, and what an hour of radio costs. One reply for every language. */
export const donationQuery = wireQuery(
  'donation',
  {},
  DEFAULT_LANGUAGE,
  async () => (await import('./donation.wire.ts')).donationSchema,
);
