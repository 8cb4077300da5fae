import { documentQuery } from '#src/page/wire/page-query.ts';
import type { ContactFacts } from './contact-facts.wire.ts';

const importSchema = async () => (await import('./contact-facts.wire.ts')).contactFactsSchema;

/** The association that the page names, and the captcha of its form. */
export const contactFactsQuery = documentQuery<ContactFacts>(
  '/station.json',
  null,
  importSchema,
  (services) => {
    const { captcha, association } = services.station();
    const { name, address, email, phone } = association;
    return { captcha, association: { name, address, email, phone } };
  },
  'contact',
);
