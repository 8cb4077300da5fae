import { expect, test } from 'vitest';
import type { SlotPlace } from '#src/contract/slots.ts';
import type { Slot } from './slots.wire.ts';
import { chooseSlot, siteOf } from './use-slot.ts';

const slot = (id: string, place: SlotPlace, languages: Slot['languages'] = []): Slot => ({
  id,
  place,
  picture: `/slots/${id}.webp`,
  link: 'https://example.org/',
  alt: id,
  languages,
});

test('several adverts of a place each have their turn', () => {
  const slots = [slot('a', 'card'), slot('b', 'card'), slot('c', 'leaderboard')];
  const shown = [0, 1, 2, 3].map((turn) => chooseSlot({ turn, slots }, 'card', 'fr')?.id);
  expect(shown).toEqual(['a', 'b', 'a', 'b']);
  expect(chooseSlot({ turn: 7, slots }, 'leaderboard', 'fr')?.id).toBe('c');
});

test('an advert stands on pages of its languages alone; without any on all', () => {
  const slots = [slot('a', 'card', ['fr', 'en']), slot('b', 'card')];
  const shown = (language: 'fr' | 'de') =>
    [0, 1].map((turn) => chooseSlot({ turn, slots }, 'card', language)?.id);
  expect(shown('fr')).toEqual(['a', 'b']);
  expect(shown('de')).toEqual(['b', 'b']);
});

test('where none is due there is none', () => {
  expect(chooseSlot({ turn: 3, slots: [] }, 'card', 'fr')).toBeNull();
  expect(chooseSlot({ turn: 3, slots: [slot('a', 'card', ['fr'])] }, 'card', 'de')).toBeNull();
});

test.each([
  ['https://www.example.org/summer?a=1', 'example.org'],
  ['https://пример.рф/лето', 'пример.рф'],
  ['HTTPS://Müller.example:8443/', 'Müller.example'],
  ['https://shop@example.org', 'example.org'],
  ['https://xn--e1afmkfd.xn--p1ai#x', 'xn--e1afmkfd.xn--p1ai'],
])('an advert that leads to %s says the site as it is written, in any letters', (link, site) => {
  expect(siteOf(link)).toBe(site);
});
