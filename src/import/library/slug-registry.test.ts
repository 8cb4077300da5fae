import { expect, test } from 'vitest';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import { SlugRegistry } from './slug-registry.ts';

function record(artist: string, title: string, slug: string): MediaRecord {
  const numbers = {
    frames: 1,
    durationMs: 26,
    sizeBytes: 417,
    sourceLufs: -9,
    renderedLufs: -16,
    addedMs: 0,
  };
  return {
    id: '0'.repeat(32),
    kind: 'track',
    artist,
    title,
    slug,
    ...numbers,
    hasCover: false,
    placements: [],
  };
}

test('different titles with the same letters get addresses of their own', () => {
  const slugs = new SlugRegistry([]);
  expect(slugs.slugFor('AC/DC', 'T.N.T.')).toBe('ac-dc-t-n-t');
  expect(slugs.slugFor('AC DC', 'T N T')).toBe('ac-dc-t-n-t-2');
  expect(slugs.slugFor('AC-DC', 'T-N-T')).toBe('ac-dc-t-n-t-3');
});

test('one title written with other case or accents keeps its address', () => {
  const slugs = new SlugRegistry([]);
  expect(slugs.slugFor('Zoé', 'Été')).toBe(slugs.slugFor('ZOE', 'ETE'));
});

test('a title of an earlier import keeps its address, and nobody else gets it', () => {
  const slugs = new SlugRegistry([record('AC DC', 'T N T', 'ac-dc-t-n-t-2'), record('A', 'B', 'a-b')]);
  expect(slugs.slugFor('AC DC', 'T N T')).toBe('ac-dc-t-n-t-2');
  expect(slugs.slugFor('AC/DC', 'T.N.T.')).toBe('ac-dc-t-n-t');
  expect(slugs.slugFor('AC/DC', 'TNT 2')).toBe('ac-dc-tnt-2');
});

test('an address that is none of the title’s, or was given to two, is given anew', () => {
  const [first, second, third] = [
    record('Yuki', 'カラス', 'yuki-カラス'),
    record('Yuki', 'ガラス', 'yuki-カラス'),
    record('방탄', '봄날', '방탄-봄날'.normalize('NFD')),
  ];
  const slugs = new SlugRegistry([second, third, first]);
  expect(slugs.slugFor('Yuki', 'カラス')).toBe('yuki-カラス');
  expect(slugs.slugFor('Yuki', 'ガラス')).toBe('yuki-ガラス');
  expect(slugs.slugFor('방탄', '봄날')).toBe('방탄-봄날'.normalize('NFC'));
});

test('a number that another title already carries is passed over', () => {
  const slugs = new SlugRegistry([
    record('Blur', 'Song 2', 'blur-song-2'),
    record('Blur', 'Song', 'blur-song'),
  ]);
  expect(slugs.slugFor('Blur', 'Song!')).toBe('blur-song-3');
});
