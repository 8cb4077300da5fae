import { expect, test } from 'vitest';
import { latestTracksSchema } from './latest-tracks.wire.ts';

test('a track that came last need not say its slug [A85]', () => {
  const said = { idx: 1, fullTitle: 'Nova - Ferry', artist: 'Nova', titre: 'Ferry', coverImage: '/c.jpg' };
  expect(latestTracksSchema.parse([said])).toEqual([{ ...said, slug: 'Nova - Ferry' }]);
  expect(latestTracksSchema.parse([{ ...said, slug: 'nova-ferry' }])).toMatchObject([{ slug: 'nova-ferry' }]);
});
