import { expect, test } from 'vitest';
import { compileArea } from './compile-catalogue.ts';
import { typeset } from './typeset.ts';

test('French keeps its double signs with the word before them', () => {
  expect(typeset('Mot de passe oublié ? Un lien : « ici » !', 'fr')).toBe(
    'Mot de passe oublié\u202F? Un lien\u202F: «\u202Fici\u202F»\u202F!',
  );
  expect(typeset(' : huit flux, 14:30', 'fr')).toBe('\u202F: huit flux, 14:30');
});

test('French keeps a number with its sign', () => {
  expect(typeset('La semaine d’avant : n° ', 'fr')).toBe('La semaine d’avant\u202F: n°\u00A0');
});

test('Polish ends no line with a word of one letter', () => {
  expect(typeset('W przeglądarce, i w VLC: co z tym zrobić?', 'pl')).toBe(
    'W\u00A0przeglądarce, i\u00A0w\u00A0VLC: co z\u00A0tym zrobić?',
  );
  expect(typeset(' na żywo w ', 'pl')).toBe(' na żywo w\u00A0');
});

test('German keeps its dots, Spanish its per cent, and English needs nothing', () => {
  expect(typeset('Suche läuft …', 'de')).toBe('Suche läuft\u00A0…');
  expect(typeset(' %', 'es')).toBe('\u00A0%');
  expect(typeset('Really ? ', 'en')).toBe('Really ? ');
});

test('texts are set inside of plurals too, and the contract’s own sentences are left as they are written', () => {
  expect(compileArea('charts', 'fr')['charts.top20.week-before']).toEqual([
    'Semaine d’avant\u202F: ',
    ['week'],
  ]);
  expect(compileArea('player', 'fr')['player.preview']).toEqual(['Extrait : ', ['track']]);
});
