import { expect, test } from 'vitest';
import { readListenerCounts } from './listener-counts.ts';

const source = (mount: string, listeners: number) => ({
  listenurl: `http://icecast.example.org:8000${mount}`,
  listeners,
  title: 'Катя - "007"',
});

test('[W195] listeners are counted by mount, of several sources, one and none', () => {
  const several = {
    icestats: {
      source: [source('/dance.mp3', 3), source('/hits.mp3', 0), { listeners: 7 }, source('/club.mp3', -1)],
    },
  };
  expect(readListenerCounts(JSON.stringify(several))).toEqual(
    new Map([
      ['/dance.mp3', 3],
      ['/hits.mp3', 0],
    ]),
  );
  const one = { icestats: { source: source('/dance.mp3', 1) } };
  expect(readListenerCounts(JSON.stringify(one))).toEqual(new Map([['/dance.mp3', 1]]));
  expect(readListenerCounts('{"icestats":{"admin":"a"}}')).toEqual(new Map());
});

test('what is no status of Icecast counts nobody', () => {
  for (const text of ['', '<html>', '{"icestats":', '[]', 'null'])
    expect(readListenerCounts(text)).toBeNull();
});
