import { describe, expect, test } from 'vitest';
import type { Artist } from './artist.wire.ts';
import { chooseText } from './biography-text.tsx';

const NOBODY: Artist = {
  name: 'Nova Kessler',
  bio_fr: '',
  bio_en: '',
  bio_de: '',
  bio_pl: '',
  bio_es: '',
  bio_it: '',
  bio_ru: '',
  bio_nl: '',
  image: '',
  latest_tracks: [],
};

describe('chooseText', () => {
  test('takes the reader’s language', () => {
    const artist = { ...NOBODY, bio_de: 'Sie lebt in Hamburg.', bio_en: 'She lives in Hamburg.' };
    expect(chooseText(artist, 'de')).toEqual({ text: 'Sie lebt in Hamburg.', language: 'de' });
  });

  test('takes English where the reader’s language has only blanks', () => {
    const artist = { ...NOBODY, bio_fr: ' \n', bio_en: 'She lives in Hamburg.' };
    expect(chooseText(artist, 'fr')).toEqual({ text: 'She lives in Hamburg.', language: 'en' });
  });

  test('finds none when there is neither, whatever else there is', () => {
    expect(chooseText({ ...NOBODY, bio_de: 'Sie lebt in Hamburg.' }, 'fr')).toBeNull();
  });
});
