import { expect, test } from 'vitest';
import { podcastShowsSchema } from './podcasts.wire.ts';

test('a show needs no more than its title and its feed [A85]', () => {
  const show = { titre: 'Night Shift', xml: 'https://example.org/night.xml', deezer: 'https://deezer.com/1' };
  expect(podcastShowsSchema.parse([show])).toEqual([
    { ...show, description: '', language: '', image: '', episodes: [], total: 0 },
  ]);
  expect(podcastShowsSchema.safeParse([{ ...show, itunes: null, youtube: '' }]).success).toBe(true);
});
