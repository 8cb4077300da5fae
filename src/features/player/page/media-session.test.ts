import { expect, test } from 'vitest';
import { describeTrack } from './media-session.ts';

const track = {
  version: 'onde',
  artiste: 'Nova Kessler',
  titre: 'Midnight Ferry',
  pochette: '/covers/nova_kessler_midnight_ferry.jpg',
  slug: 'nova-kessler-midnight-ferry',
  started_at: '2026-11-21T12:00:00+01:00',
  duration: 214,
};

test('a lock screen shows title, artist, stream and the cover in every width there is', () => {
  expect(describeTrack(track, 'Onde Dance')).toEqual({
    title: 'Midnight Ferry',
    artist: 'Nova Kessler',
    album: 'Onde Dance',
    artwork: ['96', '192', '384', '640'].map((width) => ({
      src: `/covers/nova_kessler_midnight_ferry.jpg?w=${width}`,
      sizes: `${width}x${width}`,
    })),
  });
});

test('a lock screen shows the stream while the track is unknown', () => {
  expect(describeTrack(null, 'Onde Dance')).toEqual({
    title: 'Onde Dance',
    artist: '',
    album: 'Onde Dance',
    artwork: [],
  });
});

test('a cover from elsewhere is shown as it is', () => {
  const elsewhere = { ...track, pochette: 'https://cdn.example/a.png' };
  expect(describeTrack(elsewhere, 'Onde Dance').artwork).toEqual([{ src: 'https://cdn.example/a.png' }]);
});
