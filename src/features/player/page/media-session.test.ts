import { expect, test, vi } from 'vitest';
import { bindMediaKeys, describeTrack } from './media-session.ts';

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

test('a lock screen’s key that stops does what the one that pauses does [R216, R247]', () => {
  const keys = new Map<string, () => void>();
  vi.stubGlobal('navigator', {
    mediaSession: { setActionHandler: (key: string, act: () => void) => keys.set(key, act) },
  });
  const pressed: string[] = [];
  bindMediaKeys({ play: () => pressed.push('play'), pause: () => pressed.push('pause') });
  vi.unstubAllGlobals();
  for (const key of ['play', 'pause', 'stop']) keys.get(key)?.();
  expect(pressed).toEqual(['play', 'pause', 'pause']);
});
