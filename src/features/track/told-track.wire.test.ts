import { expect, test } from 'vitest';
import { toldTrackSchema } from './told-track.wire.ts';

test('a track may have no more than its title and picture [A85]', () => {
  expect(toldTrackSchema.parse({ titre: 'Nova Kessler - Midnight Ferry', pochette: '/c.jpg' })).toEqual({
    titre: 'Nova Kessler - Midnight Ferry',
    artist: 'Nova Kessler',
    title: 'Midnight Ferry',
    slug: 'Nova Kessler - Midnight Ferry',
    pochette: '/c.jpg',
    preview: '',
    first: null,
    nb_diff: 0,
    dl_vid: 0,
    video: '',
    pochette_ok: '',
  });
});

test('what is said of it counts', () => {
  const said = { artist: 'Nova', title: 'Ferry', slug: 'nova-ferry', first: '2026-05-01T12:00:00+02:00' };
  expect(toldTrackSchema.parse({ titre: 'x - y', ...said })).toMatchObject(said);
});
