import { expect, test } from 'vitest';
import { StreamAddresses } from './stream-address.ts';

test('a stream is on our own origin until the station says elsewhere, and each connection has a name', () => {
  const addresses = new StreamAddresses();
  expect(addresses.urlOf('dance', 'abc')).toBe('/stream/dance.mp3?session=abc');
  addresses.know([{ id: 'dance', url: 'https://cdn.example.org/dance.mp3?format=128' }]);
  expect(addresses.urlOf('dance', 'abc')).toBe('https://cdn.example.org/dance.mp3?format=128&session=abc');
  expect(addresses.urlOf('club', 'abc')).toBe('/stream/club.mp3?session=abc');
  expect(addresses.urlOf('club', 'abc', 'm.1.s')).toBe('/stream/club.mp3?session=abc&noads=m.1.s');
});
