import { expect, test } from 'vitest';
import { followPreferredHome, homeAfterValidation } from './use-verification.ts';

const PREFERRED = { language: 'de', streamId: 'club' } as const;
const RETURNING = { language: 'it', streamId: 'lounge' } as const;

test('a member who has been synced goes to the language and stream that they prefer', () => {
  expect(homeAfterValidation(PREFERRED, {}, 'fr')).toEqual(PREFERRED);
  expect(homeAfterValidation(PREFERRED, RETURNING, 'fr')).toEqual(PREFERRED);
});

test('until then a member goes to where they were, else to dance in the language of the page', () => {
  expect(homeAfterValidation(null, RETURNING, 'pl')).toEqual(RETURNING);
  expect(homeAfterValidation(null, {}, 'pl')).toEqual({ language: 'pl', streamId: 'dance' });
});

test('a sync tells where the member prefers to be, and what is no preference tells nothing', () => {
  const page = new EventTarget();
  const told: unknown[] = [];
  const stop = followPreferredHome((home) => told.push(home), page);
  const announce = (detail: unknown) => page.dispatchEvent(new CustomEvent('preferences-synced', { detail }));
  announce({ language: 'de', favoriteStreamId: 'club', volume: 0.5 });
  announce({ language: 'tlh', favoriteStreamId: 'club' });
  announce(null);
  stop();
  announce({ language: 'it', favoriteStreamId: 'lounge' });
  expect(told).toEqual([PREFERRED]);
});
