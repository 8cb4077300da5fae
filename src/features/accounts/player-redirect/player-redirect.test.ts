import { describe, expect, test } from 'vitest';
import { findPlayerRedirect } from './player-redirect.ts';

const HOST = 'https://player.example.org';
const search = (redirect: string) => `?${new URLSearchParams({ redirect })}`;

describe('findPlayerRedirect', () => {
  test('finds an address of the player', () => {
    const found = findPlayerRedirect(search(`${HOST}/dance?quality=high`), HOST);
    expect(found?.href).toBe(`${HOST}/dance?quality=high`);
  });

  test.each([
    'https://player.example.org.evil.test/',
    'https://player.example.org@evil.test/',
    'https://me:secret@player.example.org/',
    'https://:secret@player.example.org/',
    'http://player.example.org/',
    'https://player.example.org:8443/',
    'javascript:alert(1)',
    '//player.example.org/',
    '',
  ])('honours no other address: %s', (address) => {
    expect(findPlayerRedirect(search(address), HOST)).toBeNull();
  });

  test('keeps to the folder of a player that lives in one', () => {
    const host = 'https://radio.example/player';
    expect(findPlayerRedirect(search('https://radio.example/player/dance'), host)).not.toBeNull();
    expect(findPlayerRedirect(search('https://radio.example/players'), host)).toBeNull();
    expect(findPlayerRedirect(search('https://radio.example/player/../fr'), host)).toBeNull();
    for (const step of ['..%2ffr', '..%5Cfr', '..;/fr', '%2e%2e/fr', 'a/../b'])
      expect([step, findPlayerRedirect(search(`https://radio.example/player/${step}`), host)]).toEqual([
        step,
        null,
      ]);
    const told = 'https://radio.example/player/dance?back=..%2f#%2e.';
    expect(findPlayerRedirect(search(told), host)?.href).toBe(told);
  });

  test('finds none where none is asked for', () => {
    expect(findPlayerRedirect('?lang=fr', HOST)).toBeNull();
  });
});
