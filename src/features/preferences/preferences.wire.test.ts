import { expect, test } from 'vitest';
import { serverPreferencesSchema } from './preferences.wire.ts';

test.each([
  ['none', null, {}],
  ['an empty list', [], {}],
  ['one that cannot be read', { volume: '0.5', favoriteStreamId: null, theme: 'dark' }, { theme: 'dark' }],
])('of preferences of which a reply has %s the rest is read [A85]', (_, preferences, read) => {
  const reply = { preferences, saved: [], chosen_at: [], overtaken: null };
  expect(serverPreferencesSchema.parse(reply)).toEqual({
    preferences: read,
    saved: [],
    chosen_at: {},
    overtaken: [],
  });
});
