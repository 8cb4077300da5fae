import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PROBLEMS_MAX } from '#src/station/problem.ts';
import type { ScheduleEvent } from './schedule-event.wire.ts';
import { formatWeek, readWeek } from './week-file.ts';

const problemsOf = (content: string) =>
  readWeek('schedule/weekDance.xml', content).problems.map(({ line, message }) => `${line}: ${message}`);

describe('a schedule', () => {
  test('gives its events in the order of the week', () => {
    const { events, problems } = readWeek(
      'week.xml',
      `<?xml version="1.0" encoding="UTF-8"?>
      <week>
        <!-- the weekend -->
        <event><day>7</day><hour>23</hour><nom>Nuit &amp; jour "🎉" Вечер</nom><couleur>2</couleur></event>
        <event><hour>8</hour><day>1</day><couleur>1</couleur><nom> Le réveil </nom></event>
      </week>`,
    );
    expect(problems).toEqual([]);
    expect(events).toEqual([
      { day: 1, hour: 8, nom: 'Le réveil', couleur: 1 },
      { day: 7, hour: 23, nom: 'Nuit & jour "🎉" Вечер', couleur: 2 },
    ]);
  });

  test('with day 9 or hour 25 is refused with the line and what was expected', () => {
    const content = `<week>
  <event><day>9</day><hour>8</hour><nom>A</nom><couleur>1</couleur></event>
  <event>
    <day>1</day>
    <hour>25</hour><nom>B</nom><couleur>1</couleur>
  </event>
</week>`;
    expect(problemsOf(content)).toEqual([
      '2: day: expected a day from 1 (Monday) to 7 (Sunday), found "9"',
      '5: hour: expected a whole hour from 0 to 23, found "25"',
    ]);
    expect(readWeek('week.xml', content).events).toBeNull();
  });

  test('with anything missing, doubled, misspelt or empty is refused with the line', () => {
    expect(
      problemsOf(`<week>
  <event><day>1</day><hour>8</hour><nom></nom><couleur>3</couleur></event>
  <event><day>1</day><heure>8</heure><nom>B</nom><couleur>1</couleur></event>
  <event><day>1</day><day>2</day><hours>9</hours><nom>C</nom><couleur>1</couleur></event>
  <event><day>2</day><hour>0</hour><nom>D</nom><couleur>1</couleur></event>
  <event><day>2</day><hour>0</hour><nom>E</nom><couleur>1</couleur></event>
  <evening/>
</week>`),
    ).toEqual([
      '2: nom: expected the name of the programme, found ""',
      '2: couleur: expected 1 (normal) or 2 (highlighted), found "3"',
      '3: <heure>: expected <day>, <hour>, <nom> and <couleur> alone',
      '3: event: expected <hour>',
      '4: <day>: expected once',
      '4: <hours>: expected <day>, <hour>, <nom> and <couleur> alone',
      '4: event: expected <hour>',
      '6: day 2, hour 0: already given in line 5',
      '7: expected <event>, found <evening>',
    ]);
  });

  test('that is no XML, or another kind of it, is refused with the line', () => {
    expect(problemsOf('<week>\n<event><day>1</dy></event></week>')[0]).toMatch(/^2: not valid XML: /);
    expect(problemsOf('')[0]).toMatch(/^1: not valid XML/);
    expect(problemsOf('# my week')[0]).toMatch(/^1: not valid XML/);
    expect(problemsOf('<rss/>')[0]).toBe('1: expected <week> as the outermost element, found <rss>');
    expect(problemsOf('<week/>\n<week/>')[0]).toMatch(/^2: not valid XML: expected one outermost/);
    expect(problemsOf('<!doctype week>\n<week/>')).toEqual(['1: expected no DOCTYPE']);
    expect(problemsOf('<!DOCTYPE week [<!ENTITY a "b">]>\n<week/>')).toEqual(['1: expected no DOCTYPE']);
  });

  test('has a slip of the form told in words', () => {
    const nom = (text: string) => `<week>\n<event><nom>${text}</nom></event></week>`;
    expect(problemsOf(nom('Rock & Roll'))).toEqual(['2: not valid XML: & is written &amp; there']);
    expect(problemsOf(nom('I < 3'))).toEqual(['2: not valid XML: < is written &lt; there']);
    expect(problemsOf('<week>\n<event><day>1</day>\n')).toEqual([
      '1: not valid XML: expected </event>, </week> at its end',
    ]);
  });

  test('says é as XML may write it', () => {
    const event = (nom: string) =>
      `<week><event><day>1</day><hour>8</hour><nom>${nom}</nom><couleur>1</couleur></event></week>`;
    const nameOf = (nom: string) => readWeek('week.xml', event(nom)).events?.[0]?.nom;
    expect(nameOf('caf&#233; &#x1F600;')).toBe('café 😀');
    expect(nameOf('caf&amp;#233;')).toBe('caf&#233;');
  });

  test('says é as HTML names it, which XML does not', () => {
    const read = readWeek(
      'week.xml',
      `<week>
<event><day>1</day><hour>8</hour><nom>Caf&eacute; &laquo;&nbsp;R&amp;B &lt;3&nbsp;&raquo;</nom><couleur>1</couleur></event>
<event><day>1</day><hour>9</hour><nom>caf&amp;eacute; &never;</nom><couleur>1</couleur></event>
<event><day>1</day><hour>10</hour><nom>D</nom><couleur>1</couleur></event>
</week>`,
    );
    expect(read.events?.map(({ nom }) => nom)).toEqual([
      'Café «\u00a0R&B <3\u00a0»',
      'caf&eacute; &never;',
      'D',
    ]);
    expect(problemsOf(`<week>\n<!--${'&eacute;'.repeat(9)}-->\n<event/></week>`)[0]).toBe(
      '3: event: expected <day>',
    );
  });

  test('with a sign that no XML may hold is refused, for its document would be none [W67]', () => {
    const event = (nom: string) =>
      `<week>\n<event><day>1</day><hour>8</hour><nom>${nom}</nom><couleur>1</couleur></event></week>`;
    const refused = expect.stringMatching(/^2: nom: expected no control signs/);
    for (const nom of ['Le réveil\u000bdu matin', 'a\u0001', 'a\uffff', 'a&#65535;'])
      expect(problemsOf(event(nom))).toEqual([refused]);
    expect(problemsOf(event('Le réveil\tdu\nmatin 🎉\u0085'))).toEqual([]);
  });

  test('that is far too large, too deep or quite another file is refused soon, and never throws', () => {
    expect(problemsOf(`<week>${' '.repeat(256 * 1024)}</week>`)).toEqual(['1: expected at most 256 KB']);
    expect(problemsOf(`<week>${'<a>'.repeat(20_000)}${'</a>'.repeat(20_000)}</week>`)).toEqual([
      expect.stringMatching(/^1: cannot be read: /),
    ]);
    expect(problemsOf('<week><__proto__>1</__proto__></week>')).toEqual([
      expect.stringMatching(/^1: cannot be read: /),
    ]);
    expect(problemsOf(`<week>${'<a/>\n'.repeat(30_000)}</week>`)).toHaveLength(PROBLEMS_MAX);
  });

  test('of a stream that has not planned anything yet is empty', () => {
    expect(readWeek('week.xml', '<week></week>')).toEqual({ events: [], problems: [] });
  });

  test('comes back the same from its document, whatever the names are', () => {
    const name = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .map((text) => text.replaceAll(/[\p{Cc}\u{fffe}\u{ffff}]/gu, '').trim())
      .filter((text) => text !== '');
    const event: fc.Arbitrary<ScheduleEvent> = fc.record({
      day: fc.integer({ min: 1, max: 7 }),
      hour: fc.integer({ min: 0, max: 23 }),
      nom: name,
      couleur: fc.constantFrom(1, 2),
    });
    const week = fc.uniqueArray(event, { selector: ({ day, hour }) => day * 24 + hour });
    fc.assert(
      fc.property(week, (events) => {
        const sorted = [...events].sort((a, b) => a.day - b.day || a.hour - b.hour);
        expect(readWeek('week.xml', formatWeek(events))).toEqual({ events: sorted, problems: [] });
      }),
    );
  });
});
