import { expect, test } from 'vitest';
import { mediaRecord } from '#src/station/testing/station-data.ts';
import { findSharedTitles } from './shared-titles.ts';

test('names recordings of one title, which a stream plays only one of', () => {
  const records = [
    mediaRecord(1, 'Zoé', 'Été'),
    mediaRecord(2, 'ZOE', 'ETE'),
    mediaRecord(3, 'Yuki', 'ガラス'),
    mediaRecord(4, 'Yuki', 'カラス'),
  ];
  expect(findSharedTitles(records)).toEqual([
    {
      path: 'music/dance/1.mp3',
      message:
        'is another recording than music/dance/2.mp3, and both are "Zoé - Été": a stream plays only one of them: give the others a title of their own, or take them out',
      isUnheard: true,
    },
  ]);
});

test('names a few of many, as where a program gave all its recordings one title', () => {
  const records = Array.from({ length: 500 }, (_, at) => mediaRecord(at + 100, 'Unknown', 'Track 1'));
  expect(findSharedTitles(records)[0]?.message).toMatch(
    /^is another recording than music\/dance\/101.mp3, \S+, \S+ and 496 more, and all are "Unknown - Track 1": /,
  );
  expect(findSharedTitles(records.slice(0, 3))[0]?.message).toMatch(
    /^is another recording than \S+101.mp3 and \S+102.mp3, and all are "/,
  );
});

test('says otherwise of recordings that each have their stream', () => {
  const [found] = findSharedTitles([mediaRecord(1, 'A', 'B'), mediaRecord(2, 'A', 'B', 'club')]);
  expect(found).toMatchObject({ isUnheard: false, message: expect.stringContaining('count as one track') });
});

test('leaves out what has left the rotation, and jingles', () => {
  const gone = mediaRecord(2, 'A', 'B', 'dance', { placements: [] });
  const jingles = [5, 6].map((number) => mediaRecord(number, '', 'Jingle', 'dance', { kind: 'jingle' }));
  expect(findSharedTitles([mediaRecord(1, 'A', 'B'), gone, ...jingles])).toEqual([]);
});
