import { expect, test } from 'vitest';
import { folderAt, isInFolder } from './folder-hours.ts';

const PARIS = 'Europe/Paris';
const evening = { days: [5, 6], from: 22, until: 24, folder: 'mix' };
const night = { days: [7], from: 22, until: 4, folder: 'night' };
const at = (iso: string) => Date.parse(iso);

test('an hour counts in the station’s time zone from its first to before its last minute', () => {
  // Friday 20 November 2026, UTC+1
  expect(folderAt([evening], at('2026-11-20T20:59:59Z'), PARIS)).toBeNull();
  expect(folderAt([evening], at('2026-11-20T21:00:00Z'), PARIS)).toBe('mix');
  expect(folderAt([evening], at('2026-11-20T22:59:59Z'), PARIS)).toBe('mix');
  expect(folderAt([evening], at('2026-11-20T23:00:00Z'), PARIS)).toBeNull();
});

test('another day of the week has nothing', () => {
  expect(folderAt([evening], at('2026-11-22T21:30:00Z'), PARIS)).toBeNull();
});

test('a part that crosses midnight reaches into the day after the named one', () => {
  expect(folderAt([night], at('2026-11-22T21:30:00Z'), PARIS)).toBe('night');
  expect(folderAt([night], at('2026-11-23T02:59:00Z'), PARIS)).toBe('night');
  expect(folderAt([night], at('2026-11-23T03:00:00Z'), PARIS)).toBeNull();
  expect(folderAt([night], at('2026-11-22T01:00:00Z'), PARIS)).toBeNull();
});

test('the clocks going forward skip the hour, those going back play it twice', () => {
  const small = { days: [7], from: 2, until: 3, folder: 'small' };
  // 29 March 2026: 01:59 CET is followed by 03:00 CEST.
  expect(folderAt([small], at('2026-03-29T00:59:00Z'), PARIS)).toBeNull();
  expect(folderAt([small], at('2026-03-29T01:00:00Z'), PARIS)).toBeNull();
  // 25 October 2026: 02:xx comes in CEST and again in CET.
  expect(folderAt([small], at('2026-10-25T00:30:00Z'), PARIS)).toBe('small');
  expect(folderAt([small], at('2026-10-25T01:30:00Z'), PARIS)).toBe('small');
  expect(folderAt([small], at('2026-10-25T02:00:00Z'), PARIS)).toBeNull();
});

test('a file lies in the named folder at any depth, not in one whose name only begins alike', () => {
  expect(isInFolder('mix', 'mix')).toBe(true);
  expect(isInFolder('mix/2026', 'mix/')).toBe(true);
  expect(isInFolder('mixtapes', 'mix')).toBe(false);
  expect(isInFolder('', 'mix')).toBe(false);
});
