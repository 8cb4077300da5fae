import { expect, test } from 'vitest';
import { DEFAULT_PREFERENCES } from '#src/features/preferences/preferences.ts';
import { homeAfterValidation } from './home-after-validation.ts';

const PREFERENCES = { ...DEFAULT_PREFERENCES, language: 'de', favoriteStreamId: 'club' } as const;
const RETURNING = { language: 'it', streamId: 'lounge' } as const;

test('a member who has been synced goes to the language and stream that they prefer', () => {
  const synced = { phase: 'synced', preferences: PREFERENCES } as const;
  const preferred = { language: 'de', streamId: 'club' };
  expect(homeAfterValidation(synced, {}, 'fr')).toEqual(preferred);
  expect(homeAfterValidation(synced, RETURNING, 'fr')).toEqual(preferred);
});

test('until then a member goes to where they were, else to dance in the language of the page', () => {
  const loading = { phase: 'loading', preferences: DEFAULT_PREFERENCES } as const;
  expect(homeAfterValidation(loading, RETURNING, 'pl')).toEqual(RETURNING);
  expect(homeAfterValidation(loading, {}, 'pl')).toEqual({ language: 'pl', streamId: 'dance' });
});
