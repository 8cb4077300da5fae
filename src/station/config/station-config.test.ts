import { expect, test } from 'vitest';
import { checkYaml } from '../yaml-problems.ts';
import { stationConfig } from './station-config.ts';
import { stationYamlSchema } from './station-yaml.ts';

function problemsOf(content: string) {
  return checkYaml('station.yaml', content, stationYamlSchema).problems.map(
    ({ line, message }) => `${line}: ${message}`,
  );
}

test('a volunteer without a station.yaml gets the eight streams of the specification', () => {
  const config = stationConfig({});
  expect(config.streams.map(({ id }) => id)).toEqual([
    'dance',
    'hits',
    'club',
    'lounge',
    'trance',
    '2000',
    '90s',
    '80s',
  ]);
  expect(config.streams[0]).toMatchObject({
    name: 'Onde Dance',
    version: 'onde',
    colour: 'rgba(242,152,56,1)',
  });
  expect(config.timezone).toBe('Europe/Paris');
});

test('a volunteer who misspells keys reads the line and the key that was meant', () => {
  const content = [
    'name: Plage',
    'timezon: Europe/Paris',
    'streams:',
    '  - id: dance',
    '    jinglEvery: 3',
  ].join('\n');
  expect(problemsOf(content)).toEqual([
    '2: timezon: no such key; did you mean timezone?',
    '5: streams[0].jinglEvery: no such key; did you mean jingleEvery?',
  ]);
});

test('a wrong value is reported with its line and what was expected', () => {
  const content = [
    'timezone: Europe/Pariss',
    'streams:',
    '  - id: dance',
    '    jingleEvery: often',
    '    hours: [{ days: [9], from: 22, until: 25, folder: mix }]',
    '  - id: disco',
  ].join('\n');
  expect(problemsOf(content)).toEqual([
    '1: timezone: expected an IANA time zone such as Europe/Paris',
    '4: streams[0].jingleEvery: expected a whole number of tracks',
    '5: streams[0].hours[0].days[0]: expected a day from 1 (Monday) to 7 (Sunday)',
    '5: streams[0].hours[0].until: expected an hour from 1 to 24',
    '6: streams[1].id: expected one of dance, hits, club, lounge, trance, 2000, 90s, 80s',
  ]);
});

test('a value of another kind, and one that is missing, are reported in words', () => {
  const content = [
    'name: 2000',
    'streams:',
    '  - id: dance',
    '    hours: [{ from: 22, until: 23 }]',
    '    genre: Dance',
    'donation:',
    '  bills: [{ what: Power, eurosPerMonth: -1 }]',
    'slots: none',
  ].join('\n');
  expect(problemsOf(content)).toEqual([
    '1: name: expected a text: put it in quotes',
    '4: streams[0].hours[0].folder: is missing: expected a text',
    '5: streams[0].genre: expected keys with values',
    '7: donation.bills[0].eurosPerMonth: expected 0 or more',
    '8: slots: expected a list',
  ]);
  expect(problemsOf('just words')).toEqual(['1: the file: expected keys with values']);
});

test('text that is no YAML is reported with its line', () => {
  expect(problemsOf('name: [Onde\nsince: 2001')[0]).toMatch(/^[12]: not valid YAML/);
});

test('the order of the file is the order of the page, and a missing language falls back', () => {
  const checked = checkYaml(
    'station.yaml',
    'streams:\n  - { id: 80s, genre: { fr: Années 80, en: Eighties } }',
    stationYamlSchema,
  );
  const config = stationConfig(checked.value ?? {});
  expect(config.streams[0]).toMatchObject({
    id: '80s',
    genre: { fr: 'Années 80', en: 'Eighties', ru: 'Eighties' },
  });
  expect(config.streams).toHaveLength(8);
});
