import { expect, test } from 'vitest';
import { checkYaml } from '#src/station/yaml-problems.ts';
import { stationConfig } from './station-config.ts';
import { stationYamlSchema } from './station-yaml.ts';

function problemsOf(content: string) {
  return checkYaml('station.yaml', content, stationYamlSchema).problems.map(
    ({ line, message }) => `${line}: ${message}`,
  );
}

test('a volunteer without a station.yaml gets the eight streams of the contract', () => {
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

test('the stream 2000 needs no quotes', () => {
  expect(problemsOf('streams: [{ id: 2000, name: Plage 2000 }]')).toEqual([]);
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

test('a stream that is given twice is reported at its second entry', () => {
  const content = ['streams:', '  - id: dance', '  - id: hits', '  - name: Again', '    id: dance'].join(
    '\n',
  );
  expect(problemsOf(content)).toEqual([
    '5: streams[2].id: expected each stream once; streams[0] is dance, too',
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

test('a donation form that is not at an https address is refused with its line [R49]', () => {
  const problems = (form: string) => problemsOf(`name: Plage\ndonation:\n  form: ${form}`);
  const refused = ['3: donation.form: expected an https address such as https://example.org/form'];
  expect(problems('http://dons.example.org/form')).toEqual(refused);
  expect(problems('dons.example.org')).toEqual(refused);
  expect(problems('javascript:alert(1)')).toEqual(refused);
  expect(problems('https:/dons.example.org/form')).toEqual(refused);
  expect(problems('https://dons.example.org/form')).toEqual([]);
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

test('streams that share a version or an image, or bear the id of another, are told with their line', () => {
  const content = [
    'streams:',
    '  - id: dance',
    '    version: club',
    '    image: club',
    '  - { id: hits, version: 90s }',
    '  - { id: club, image: wave }',
    '  - id: lounge',
    '    version: magicradio',
    '    image: wave',
    '  - id: trance',
    '    version: 2000s',
    '  - { id: "2000", version: 2000s }',
  ].join('\n');
  expect(problemsOf(content)).toEqual([
    '3: streams[0].version: expected another version; club is the id of another stream',
    '5: streams[1].version: expected another version; 90s is the id of another stream',
    '8: streams[3].version: expected another version; 80s has the same: magicradio',
    '9: streams[3].image: expected another image; club has the same: wave',
    '12: streams[5].version: expected another version; trance has the same: 2000s',
  ]);
  expect(problemsOf('streams: [{ id: dance, version: hitparty }, { id: hits }]')).toEqual([
    '1: streams[0].version: expected another version; hits has the same: hitparty',
  ]);
  expect(problemsOf('streams: [{ id: dance, image: club }]')).toEqual([
    '1: streams[0].image: expected another image; club has the same: club',
  ]);
});

test.each([
  [
    'colour: "rgba(999,0,0,9)"',
    /^2: streams\[0\]\.colour: expected a colour such as .* from 0 to 255, one from 0 to 1$/,
  ],
  ['colour: "rgb(256,0,0)"', /colour: expected/],
  ['colour: "#f2983"', /colour: expected a colour such as "#f29838"/],
  ['colour: "rgba(0,0,0,1.5)"', /colour: expected/],
  ['name: ""', /^2: streams\[0\]\.name: expected the name of the stream$/],
  ['name: "  "', /expected the name of the stream$/],
  ['name: "A\\nB"', /expected a name in one line, without control characters$/],
  [`name: ${'x'.repeat(101)}`, /expected a name of at most 100 characters$/],
  ['version: ""', /^2: streams\[0\]\.version: expected a short name/],
  ['version: "a/b?c"', /^2: streams\[0\]\.version: expected a short name/],
  [`image: ${'i'.repeat(41)}`, /^2: streams\[0\]\.image: expected a short name/],
  [`genre: { fr: ${'x'.repeat(2001)} }`, /genre\.fr: expected at most 2000 characters$/],
  [
    'hours: [{ from: 22, until: 22, folder: mix }]',
    /^2: streams\[0\]\.hours\[0\]\.until: expected another hour than from/,
  ],
])('a stream with %s is told', (line, problem) => {
  expect(problemsOf(`streams:\n  - { id: dance, ${line} }`)).toEqual([expect.stringMatching(problem)]);
});

test('a colour in six or three digits is the one that streams have everywhere else', () => {
  const colours = ['#f29838', '#FA0'].map((colour) => {
    const checked = checkYaml(
      'station.yaml',
      `streams: [{ id: dance, colour: "${colour}" }]`,
      stationYamlSchema,
    );
    return stationConfig(checked.value ?? {}).streams[0]?.colour;
  });
  expect(colours).toEqual(['rgba(242,152,56,1)', 'rgba(255,170,0,1)']);
});

const NO_ORIGIN = 'expected an https origin such as https://pay.example.org, with nothing behind the name';

test.each([
  ['https://pay.example.org/', []],
  ['https://pay.example.org:8443', []],
  ['https://pay.example.org/checkout', [NO_ORIGIN]],
  ['http://pay.example.org', [NO_ORIGIN]],
  ['"https://*.example.org"', [NO_ORIGIN]],
  ['"https://a;b.example.org"', [NO_ORIGIN]],
  ['https://pay.example.org:99999', [NO_ORIGIN]],
])('where the donation form leads on to is told by its origin: %s [R148]', (origin, faults) => {
  const told = problemsOf(`donation:\n  form: https://dons.example.org/f\n  origins: [${origin}]`);
  expect(told.map((problem) => problem.replace('3: donation.origins[0]: ', ''))).toEqual(faults);
});

test('a time zone that is an offset, and a bill beyond measure, are told', () => {
  expect(problemsOf('timezone: +01:00\ndonation:\n  bills: [{ what: A, eurosPerMonth: 1e300 }]')).toEqual([
    '1: timezone: expected an IANA time zone such as Europe/Paris',
    '3: donation.bills[0].eurosPerMonth: expected at most 1000000',
  ]);
});

test.each([
  'rgba(0,0,0,0)',
  'rgb(255, 255, 255)',
  'rgba(242, 152, 56, .5)',
  'rgba(1,20,249,1.0)',
  'rgba(200,199,99,0.25)',
  '#f29838',
  '#FA0',
])('the colour %s is one', (colour) => {
  expect(problemsOf(`streams:\n  - { id: dance, colour: "${colour}" }`)).toEqual([]);
});

test.each([
  ['{ minutes: [20, 60] }', 'streams[0].adverts.minutes[1]: expected a minute from 0 to 59'],
  ['{ minutes: [7.5] }', 'streams[0].adverts.minutes[0]: expected a whole minute from 0 to 59'],
  ['{ minutes: [] }', 'streams[0].adverts.minutes: expected at least one minute, such as [20, 50]'],
  ['{ spots: 2 }', 'streams[0].adverts.minutes: is missing: expected a list'],
  ['{ minutes: [20], spots: 0 }', 'streams[0].adverts.spots: expected at least 1'],
  ['{ minutes: [20], from: 2026-02-30 }', 'streams[0].adverts.from: expected a day that is in the calendar'],
  [
    '{ minutes: [20], from: 2026-03-01, until: 2026-02-28 }',
    'streams[0].adverts.until: expected the day of from, or a later one',
  ],
  ['{ minutes: [20], spot: 1 }', 'streams[0].adverts.spot: no such key; did you mean spots?'],
])('adverts that cannot be are told with their line: %s', (adverts, problem) => {
  expect(problemsOf(`streams:\n  - id: dance\n    adverts: ${adverts}\n`)).toEqual([`3: ${problem}`]);
});
