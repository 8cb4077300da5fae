import { expect, test } from 'vitest';
import { ArtistHeart, TrackHeart } from './favorite-hearts.tsx';

test('a heart on its way is that of its member, and of its track or artist', () => {
  const track = {
    titre: 'Nova Kessler - Digue',
    artist: 'Nova Kessler',
    title: 'Digue',
    slug: 'digue',
    pochette: '',
  };
  const keys = [
    TrackHeart({ userId: 'lea', track, isLarge: false }).key,
    TrackHeart({ userId: 'yann', track, isLarge: false }).key,
    TrackHeart({ userId: 'yann', track: { ...track, titre: 'Nova Kessler - Embruns' }, isLarge: false }).key,
    ArtistHeart({ userId: 'lea', artist: 'Nova Kessler' }).key,
    ArtistHeart({ userId: 'yann', artist: 'Nova Kessler' }).key,
    ArtistHeart({ userId: 'yann', artist: 'Vera Solstrand' }).key,
  ];
  expect(new Set(keys)).toHaveProperty('size', keys.length);
});
