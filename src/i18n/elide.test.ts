import { expect, test } from 'vitest';
import { elide } from './elide.ts';

const more = (name: string) => elide((values) => `D’autres titres de ${values?.name} à l’antenne`, { name });

test.each([
  ['Onde Dance', 'd’Onde Dance'],
  ['Altair 9', 'd’Altair 9'],
  ['Ørn', 'd’Ørn'],
  ['Étienne', 'd’Étienne'],
  ['Yves', 'd’Yves'],
  ['Nova Kessler', 'de Nova Kessler'],
  ['Yann', 'de Yann'],
  ['Onze', 'de Onze'],
  ['Hits', 'de Hits'],
  ['2 Unlimited', 'de 2 Unlimited'],
])('before %s it reads %s', (name, expected) => {
  expect(more(name)).toBe(`D’autres titres ${expected} à l’antenne`);
});

test('what a value says is left alone, and so is a word that only ends like a particle', () => {
  expect(elide((values) => `Page du titre ${values?.track}`, { track: 'Historia de un amor' })).toBe(
    'Page du titre Historia de un amor',
  );
  expect(elide((values) => `${values?.count} place de ${values?.name}`, { count: 1, name: 'Onde' })).toBe(
    '1 place d’Onde',
  );
  expect(elide(() => 'Rien de neuf')).toBe('Rien de neuf');
});
