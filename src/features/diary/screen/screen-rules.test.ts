import { expect, test } from 'vitest';
import type { Diary, DiaryEntry } from '#src/features/diary/diary.wire.ts';
import { dayInWords, groupByDay } from './days.ts';
import { diaryAsCsv, loadWholeDiary, plainEntry } from './diary-file.ts';

function entry(startedAt: string, more: Partial<DiaryEntry> = {}): DiaryEntry {
  const track = { artist: 'Éole', title: 'Marée', slug: 'eole-maree', pochette: '', preview: '' };
  const id = `dance-${Date.parse(startedAt)}`;
  return { id, stream_id: 'dance', started_at: startedAt, titre: 'Éole - Marée', ...track, ...more };
}

test('a play belongs to the day on which it began where the reader is', () => {
  const entries = [
    entry('2026-11-21T00:30:00Z'),
    entry('2026-11-20T23:30:00Z'),
    entry('2026-11-20T22:30:00Z'),
  ];
  const daysIn = (timeZone: string) =>
    groupByDay(entries, timeZone).map(({ day, entries: { length } }) => `${day}: ${length}`);
  expect(daysIn('Europe/Paris')).toEqual(['2026-11-21: 2', '2026-11-20: 1']);
  expect(daysIn('America/New_York')).toEqual(['2026-11-20: 3']);
});

test.each([
  ['2026-01-01', 'fr', { title: 'Aujourd’hui', date: 'jeudi 1er janvier' }],
  ['2025-12-31', 'de', { title: 'Gestern', date: 'Mittwoch, 31. Dezember 2025' }],
  ['2025-12-30', 'de', { title: 'Dienstag, 30. Dezember 2025', date: null }],
  ['2025-12-31', 'ru', { title: 'Вчера', date: 'среда, 31 декабря 2025 г.' }],
  ['2025-12-30', 'pl', { title: 'Wtorek, 30 grudnia 2025', date: null }],
  ['2026-01-01', 'en', { title: 'Today', date: 'Thursday 1 January' }],
] as const)('%s in %s is written as the head of a day', (day, language, words) => {
  expect(dayInWords(day, '2026-01-01', language)).toEqual(words);
});

test('a whole diary is read call by call', async () => {
  const asked: unknown[] = [];
  const part = (entries: DiaryEntry[], next: string | null): Diary => ({
    enabled: true,
    now: '',
    total: 2,
    entries,
    next,
  });
  const [newer, older] = [entry('2026-11-21T00:30:00Z'), entry('2026-11-20T00:30:00Z')];
  const whole = await loadWholeDiary(async (parameters) => {
    asked.push(parameters.before);
    return asked.length === 1 ? part([newer], newer.id) : part([older], null);
  });
  expect(whole).toEqual([newer, older]);
  expect(asked).toEqual([null, newer.id]);
});

test('a file has instant, stream, artist and title; nothing in it becomes a formula', () => {
  const odd = entry('2026-11-21T00:30:00Z', { artist: '=cmd()', title: 'Say "hi", Bob', stream_id: '80s' });
  expect(plainEntry(odd)).toEqual({
    started_at: '2026-11-21T00:30:00Z',
    stream: '80s',
    artist: '=cmd()',
    title: 'Say "hi", Bob',
  });
  expect(diaryAsCsv([odd])).toBe(
    '\u{FEFF}started_at,stream,artist,title\r\n"2026-11-21T00:30:00Z","80s","\'=cmd()","Say ""hi"", Bob"\r\n',
  );
});
