import { expect, test } from 'vitest';
import { toldTrackSchema } from './told-track.wire.ts';

test('a track may have no more than its title and picture [A85]', () => {
  expect(toldTrackSchema.parse({ titre: 'Nova Kessler - Midnight Ferry', pochette: '/c.jpg' })).toEqual({
    titre: 'Nova Kessler - Midnight Ferry',
    artist: 'Nova Kessler',
    title: 'Midnight Ferry',
    slug: 'Nova Kessler - Midnight Ferry',
    pochette: '/c.jpg',
    preview: '/previews/nova_kessler_midnight_ferry.mp3',
    first: null,
    nb_diff: 0,
    dl_vid: 0,
    video: '',
    pochette_ok: '',
  });
  expect(toldTrackSchema.parse({ titre: 'Nova Kessler - Midnight Ferry', dl_vid: 1 })).toMatchObject({
    video: '/videos/nova_kessler_midnight_ferry.mp4',
  });
});

test('what is said of it counts', () => {
  const said = { artist: 'Nova', title: 'Ferry', slug: 'nova-ferry', first: '2026-05-01T12:00:00+02:00' };
  expect(toldTrackSchema.parse({ titre: 'x - y', ...said })).toMatchObject(said);
});
