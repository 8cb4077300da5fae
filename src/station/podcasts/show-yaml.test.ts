import { expect, test } from 'vitest';
import { checkYaml } from '#src/station/yaml-problems.ts';
import { findPodcastCategory } from './itunes-categories.ts';
import { EPISODE_TEXTS, episodeYamlSchema, parseDate, SHOW_TEXTS, showYamlSchema } from './show-yaml.ts';

const check = (content: string) => checkYaml('show.yaml', content, showYamlSchema, { asWritten: SHOW_TEXTS });
const problemsOf = (content: string) =>
  check(content).problems.map(({ line, message }) => `${line}: ${message}`);

test('a show needs a title and a stream, the rest has a default', () => {
  expect(check('title: Nuit\nstream: dance').value).toMatchObject({
    title: 'Nuit',
    stream: ['dance'],
    language: 'fr',
    category: 'Music',
    explicit: false,
  });
  expect(problemsOf('description: x')).toEqual([
    expect.stringMatching(/title: expected the title of the show/),
    expect.stringMatching(/stream: expected a stream, or a list of streams/),
  ]);
});

test('a title of digits needs no quotes', () => {
  expect(check('title: 1984\nstream: dance').value).toMatchObject({ title: '1984' });
  const read = checkYaml('a', 'title: 1984', episodeYamlSchema, { asWritten: EPISODE_TEXTS });
  expect(read.value).toMatchObject({ title: '1984' });
});

test('the stream 2000 needs no quotes', () => {
  expect(check('title: Nuit\nstream: 2000').value).toMatchObject({ stream: ['2000'] });
  expect(check('title: Nuit\nstream: [dance, 2000]').value).toMatchObject({ stream: ['dance', '2000'] });
});

test('a wrong value is told with its line and what was expected', () => {
  expect(
    problemsOf(
      [
        'title: Nuit',
        'stream: [dance, disco]',
        'categry: Music',
        'category: Musc',
        'language: français',
        'feed: example.org',
      ].join('\n'),
    ),
  ).toEqual([
    '2: stream: expected a stream, or a list of streams: dance, hits, club, trance',
    '3: categry: no such key; did you mean category?',
    '4: category: expected a category of the podcast directories, such as Music or Music Interviews; did you mean Music?',
    '5: language: expected a language such as fr or en-GB',
    '6: feed: expected an address such as https://example.org',
  ]);
});

test('an episode’s date is a day, a time of the station, or an instant', () => {
  const date = (text: string) => {
    const ms = parseDate(text, 'Europe/Paris');
    return ms === null ? null : new Date(ms).toISOString();
  };
  expect(date('2026-07-01')).toBe('2026-06-30T22:00:00.000Z');
  expect(date('2026-07-01 18:30')).toBe('2026-07-01T16:30:00.000Z');
  expect(date('2026-07-01T18:30:00Z')).toBe('2026-07-01T18:30:00.000Z');
  expect(date('2026-07-01T18:30:00-05:30')).toBe('2026-07-02T00:00:00.000Z');
  for (const text of ['2026', '2026-02-30', '1 July 2026', '2026-07-01 25:00', ''])
    expect(date(text), text).toBeNull();
});

test('a number is a guid too, and a bad date has its line', () => {
  const read = checkYaml('a', 'guid: 42', episodeYamlSchema, { asWritten: EPISODE_TEXTS });
  expect(read.value).toEqual({ guid: '42' });
  expect(checkYaml('a', 'title: A\ndate: tomorrow', episodeYamlSchema).problems).toMatchObject([
    { line: 2, message: 'date: expected a date such as 2026-11-21 or 2026-11-21 18:30' },
  ]);
});

test('categories are found with the one they belong to', () => {
  expect(findPodcastCategory('music interviews')).toEqual({ main: 'Music', narrow: 'Music Interviews' });
  expect(findPodcastCategory('TV & Film')).toEqual({ main: 'TV & Film', narrow: null });
  expect(findPodcastCategory('Polka')).toBeNull();
});
