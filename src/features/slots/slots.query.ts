import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts';
import { SLOT_TURN_MS } from '#src/contract/limits.ts';
import { wireQuery } from '#src/page/wire/page-query.ts';

/** The adverts that are due today, in all languages. */
export const slotsQuery = {
  ...wireQuery('slots', {}, DEFAULT_LANGUAGE, () =>
    import('./slots.wire.ts').then((file) => file.dueSlotsSchema),
  ),
  staleTime: SLOT_TURN_MS,
};
