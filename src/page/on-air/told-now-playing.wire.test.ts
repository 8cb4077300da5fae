import { expect, test } from 'vitest';
import { toldNowPlayingSchema } from './told-now-playing.wire.ts';

const track = { version: '1', artiste: 'Nova Kessler', titre: 'Midnight Ferry', pochette: '/c.jpg' };

test('a track on air may have no more than its title and picture [A85]', () => {
  expect(toldNowPlayingSchema.parse([track])).toEqual([
    { ...track, slug: 'Nova Kessler - Midnight Ferry', started_at: '1970-01-01T00:00:00Z', duration: 0 },
  ]);
});

test('what is said of it counts, an interlude’s missing name too', () => {
  const whole = { ...track, slug: '', started_at: '2026-05-01T12:00:00+02:00', duration: 200 };
  expect(toldNowPlayingSchema.parse([whole])).toEqual([whole]);
});
