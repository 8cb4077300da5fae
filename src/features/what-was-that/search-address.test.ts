import { expect, test } from 'vitest';
import {
  breakAmong,
  datetimeOf,
  daysBetween,
  earlierMoment,
  laterMoment,
  latestMoment,
  momentAt,
  momentQuery,
  presentMoment,
  readMoment,
  settled,
} from './search-address.ts';

const PARIS = 'Europe/Paris';
const NOW_MS = Date.UTC(2026, 10, 21, 17, 40);
const read = (query: string) => readMoment(new URLSearchParams(query), NOW_MS, PARIS);

test('an address without day and time asks for nothing', () => {
  expect(read('')).toEqual({ kind: 'nothing' });
  expect(read('utm_source=mail')).toEqual({ kind: 'nothing' });
});

test('what an address asks for is found in it again', () => {
  const moment = { date: '2026-11-18', time: '18:30' };
  expect(momentQuery(moment)).toBe('?date=2026-11-18&time=18%3A30');
  expect(read(momentQuery(moment))).toEqual({
    kind: 'moment',
    moment,
    instantMs: Date.UTC(2026, 10, 18, 17, 30),
  });
});

test('a day that cannot be searched is told from no day at all', () => {
  expect(read('?date=2026-11-13&time=18:30')).toMatchObject({ kind: 'fault', fault: 'outside-window' });
  expect(read('?date=2026-11-18')).toMatchObject({ kind: 'fault', fault: 'not-a-date' });
  expect(read('?time=18:30')).toMatchObject({ kind: 'fault', fault: 'not-a-date' });
  expect(read('?date=yesterday&time=noon')).toMatchObject({ kind: 'fault', fault: 'not-a-date' });
});

test('an instant is the minute that the station’s clock shows', () => {
  expect(momentAt(Date.UTC(2026, 10, 21, 23, 30, 59), PARIS)).toEqual({ date: '2026-11-22', time: '00:30' });
});

test('the eight days of the window are counted over the end of a month and of summer time', () => {
  expect(daysBetween('2026-10-24', '2026-10-31')).toHaveLength(8);
  expect(daysBetween('2026-12-30', '2027-01-01')).toEqual(['2026-12-30', '2026-12-31', '2027-01-01']);
});

test('an address may hold the time as it was typed', () => {
  expect(read('?date=2026-11-18&time=18h30')).toEqual(read('?date=2026-11-18&time=18:30'));
});

const play = (started_at: string, duration: number, on_air = false) => ({ started_at, duration, on_air });
const NOW = Date.UTC(2026, 10, 21, 17, 40, 30);
const at = (time: string) => Date.parse(`2026-11-21T${time}Z`);

test('the search goes on behind the last play, and ends with the one that is the answer', () => {
  expect(laterMoment(play('2026-11-21T17:10:10Z', 200), at('17:00:00'), PARIS, NOW)?.time).toBe('18:13');
  expect(laterMoment(play('2026-11-21T17:06:20Z', 300, true), at('17:07:00'), PARIS, NOW)).toBeNull();
  // It is on air now and began after the minute that was asked for.
  expect(laterMoment(play('2026-11-21T17:39:40Z', 300), at('17:39:00'), PARIS, NOW)?.time).toBe('18:40');
  expect(laterMoment(play('2026-11-21T17:40:10Z', 300), at('17:40:00'), PARIS, NOW)).toBeNull();
  // Asked for a break: all that was found lies before.
  expect(laterMoment(play('2026-11-21T17:00:00Z', 60), at('17:05:00'), PARIS, NOW)).toBeNull();
  expect(laterMoment(undefined, at('17:05:00'), PARIS, NOW)).toBeNull();
});

test('the search goes back before the first play, as far as days can be searched', () => {
  expect(earlierMoment(play('2026-11-21T16:50:10Z', 200), at('17:00:00'), PARIS, NOW)?.time).toBe('17:50');
  expect(earlierMoment(play('2026-11-21T17:00:20Z', 200), at('17:00:00'), PARIS, NOW)).toBeNull();
  expect(earlierMoment(play('2026-11-13T22:50:00Z', 200), Date.UTC(2026, 10, 13, 23), PARIS, NOW)).toBeNull();
});

test('[W220] in the hour that clocks show twice the search goes on through both, and leads round in no circle', () => {
  const now = Date.UTC(2026, 9, 25, 9);
  const asked = Date.UTC(2026, 9, 25, 0, 50);
  const again = { date: '2026-10-25', time: '02:04', offset: '+01:00' };
  expect(laterMoment(play('2026-10-25T01:01:00Z', 200), asked, PARIS, now)).toEqual(again);
  expect(readMoment(new URLSearchParams(momentQuery(again)), now, PARIS)).toEqual({
    kind: 'moment',
    moment: again,
    instantMs: Date.UTC(2026, 9, 25, 1, 4),
  });
  expect(datetimeOf(again)).toBe('2026-10-25 02:04+01:00');
  expect(laterMoment(play('2026-10-25T01:58:00Z', 200), Date.UTC(2026, 9, 25, 1, 50), PARIS, now)).toEqual({
    date: '2026-10-25',
    time: '03:01',
  });
  expect(earlierMoment(play('2026-10-25T01:40:10Z', 200), Date.UTC(2026, 9, 25, 2), PARIS, now)).toEqual({
    ...again,
    time: '02:40',
  });
  expect(presentMoment(Date.UTC(2026, 9, 25, 0, 30), PARIS)).toEqual({ date: '2026-10-25', time: '02:30' });
  expect(presentMoment(Date.UTC(2026, 9, 25, 1, 30), PARIS)).toEqual({ ...again, time: '02:30' });
});

test('[W220] an offset stays with a time that the clock shows for the second time, and with no other', () => {
  const now = Date.UTC(2026, 9, 25, 9);
  const again = { date: '2026-10-25', time: '02:40', offset: '+01:00' };
  expect(settled(again, now, PARIS)).toEqual(again);
  expect(settled({ ...again, time: '02:05' }, now, PARIS)).toEqual({ ...again, time: '02:05' });
  for (const other of [
    { date: '2026-10-24', time: '02:40' },
    { date: '2026-10-25', time: '01:40' },
    { date: '2026-10-25', time: '09:40' },
    { date: '2026-10-25', time: '02:75' },
    { date: '2026-10-01', time: '02:40' },
  ])
    expect(settled({ ...other, offset: '+01:00' }, now, PARIS)).toEqual(other);
  expect(settled({ ...again, offset: '+02:00' }, now, PARIS)).toEqual({ date: '2026-10-25', time: '02:40' });
  // A form without scripts sends the offset of its first time along with another one.
  expect(
    readMoment(new URLSearchParams('date=2026-10-24&time=2h40&offset=%2B01:00'), now, PARIS),
  ).toMatchObject({ moment: { date: '2026-10-24', time: '02:40' }, instantMs: Date.UTC(2026, 9, 24, 0, 40) });
});

test('the latest plays are listed by the track on air, and by the time of opening while there is none', () => {
  const began = { started_at: '2026-11-21T19:40:20Z', duration: 200 };
  expect(latestMoment(began, NOW_MS, PARIS)).toEqual({
    moment: { date: '2026-11-21', time: '20:40' },
    instantMs: Date.UTC(2026, 10, 21, 19, 40, 20),
  });
  // A page that was opened ahead of the radio's clock.
  expect(latestMoment({ ...began, started_at: '2026-11-21T17:20:00Z' }, NOW_MS, PARIS)?.moment.time).toBe(
    '18:20',
  );
  const opened = { moment: { date: '2026-11-21', time: '18:40' }, instantMs: NOW_MS };
  expect(latestMoment(null, NOW_MS, PARIS)).toEqual(opened);
  // Before its first track a stream says since when the radio is open.
  expect(latestMoment({ ...began, duration: 0 }, NOW_MS, PARIS)).toEqual(opened);
  expect(latestMoment({ started_at: '1970-01-01T00:00:00Z', duration: 9 }, NOW_MS, PARIS)).toEqual(opened);
});

test('a minute before the first play, or behind the last one, is no break between two', () => {
  const plays = [play('2026-11-21T16:50:00Z', 60), play('2026-11-21T16:55:00Z', 60)];
  expect(breakAmong(plays, at('16:52:00'))).toBe('break');
  expect(breakAmong(plays, at('16:48:00'))).toBe('break-after');
  expect(breakAmong(plays, at('16:57:00'))).toBe('break-before');
});
