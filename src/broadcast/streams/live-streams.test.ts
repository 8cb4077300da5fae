import { validateHeaderValue } from 'node:http';
import { expect, test } from 'vitest';
import { streamHead } from './live-streams.ts';

const nameOf = (name: string) => streamHead({ name, genre: '', origin: '', withTitles: false })['icy-name'];

test.each([
  ['Onde Été', 'Onde Été'],
  ['Łódź Ñandú', 'Łódź Ñandú'],
  ['Радио', 'Радио'],
  ['a\r\nSet-Cookie: b', 'a Set-Cookie: b'],
  ['Onde 🎵', 'Onde 🎵'],
])('the name %j goes into a header as the UTF-8 of %j', (name, read) => {
  const written = nameOf(name) ?? '';
  expect(Buffer.from(written, 'latin1').toString('utf8')).toBe(read);
  validateHeaderValue('icy-name', written);
});

test('only who asks for titles is told where they stand', () => {
  const head = (withTitles: boolean) => streamHead({ name: '', genre: '', origin: '', withTitles });
  expect(head(true)['icy-metaint']).toBe('16000');
  expect(head(false)).not.toHaveProperty('icy-metaint');
});
