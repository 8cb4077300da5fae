import { expect, test } from 'vitest';
import { artistTracksSchema } from '#src/records/songs/listed-track.wire.ts';
import { latestAdditionsSchema } from './latest-additions.wire.ts';
import { chartSchema } from './top20.wire.ts';

const row = (titre: string, nbdiff: number) => ({
  titre,
  nbdiff,
  artist: 'Nova',
  title: 'Ferry',
  slug: titre,
  pochette: '/covers/nova.jpg',
  preview: '',
});

test('rows of the top 20 need neither ranks nor reasons [A85]', () => {
  expect(chartSchema.parse([row('Nova - Ferry', 9), row('Nova - Ahoy', 4)])).toEqual([
    { ...row('Nova - Ferry', 9), rank: 1, previous_rank: null, why: null },
    { ...row('Nova - Ahoy', 4), rank: 2, previous_rank: null, why: null },
  ]);
});

test('what a row says of its rank stays', () => {
  const said = { rank: 3, previous_rank: 2, why: { plays: 9, likes: 1, rule: 'likes' } };
  expect(chartSchema.parse([{ ...row('Nova - Ferry', 9), ...said }])).toEqual([
    { ...row('Nova - Ferry', 9), ...said },
  ]);
});

test('a row needs no more than its title and plays [A85]', () => {
  const named = { artist: 'Nova', title: 'Ferry', slug: 'Nova - Ferry' };
  const files = { pochette: '', preview: '/previews/nova_ferry.mp3' };
  expect(chartSchema.parse([{ titre: 'Nova - Ferry', nbdiff: 9 }])).toMatchObject([{ ...named, ...files }]);
  expect(
    latestAdditionsSchema.parse([{ titre: 'Nova - Ferry', first: '2026-05-01T12:00:00+02:00' }]),
  ).toMatchObject([named]);
  expect(artistTracksSchema.parse([{ titre: 'Nova - Ferry' }])).toMatchObject([
    { ...named, first: null, nb_diff: 0 },
  ]);
});
