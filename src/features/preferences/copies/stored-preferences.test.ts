import { beforeEach, expect, test } from 'vitest';
import { BrowserStorage } from '#src/page/storage/browser-storage.ts';
import { storedIn } from '#src/page/storage/testing/stored-in.ts';
import { PreferenceStorage } from './stored-preferences.ts';

let values: Map<string, string>;
let preferences: PreferenceStorage;

beforeEach(() => {
  values = new Map();
  preferences = new PreferenceStorage(storedIn(values));
});

test('a guest’s choices are kept in the guest copy', () => {
  preferences.write('guest', { volume: 0.35 });
  preferences.write('guest', { lastStreamId: '80s' });
  expect(JSON.parse(values.get('guest') ?? '')).toEqual({ volume: 0.35, lastStreamId: '80s' });
  expect(preferences.read('guest')).toMatchObject({ volume: 0.35, lastStreamId: '80s' });
});

test('a member’s choices are kept in the user copy', () => {
  preferences.write('user', { volume: 0.8 });
  expect(values.get('guest')).toBeUndefined();
  expect(JSON.parse(values.get('user') ?? '')).toEqual({ volume: 0.8 });
});

test('fields that a later version wrote are left in place', () => {
  values.set('guest', '{"volume":0.2,"equaliser":"loud"}');
  preferences.write('guest', { volume: 0.4 });
  expect(JSON.parse(values.get('guest') ?? '')).toEqual({ volume: 0.4, equaliser: 'loud' });
});

test.each([
  ['nothing', null],
  ['no JSON', '{volume'],
  ['a number', '7'],
  ['null', 'null'],
  ['a list', '[1]'],
])('a copy that holds %s reads as nothing chosen, and can be written', (_, junk) => {
  if (junk !== null) values.set('guest', junk);
  expect(preferences.read('guest').volume).toBeUndefined();
  preferences.write('guest', { volume: 0.4 });
  expect(preferences.read('guest').volume).toBe(0.4);
});

test('a spoilt field counts as not chosen, the others stay', () => {
  values.set('guest', '{"volume":"loud","lastStreamId":"jazz","theme":"dark","language":"ru"}');
  const { volume, lastStreamId, theme, language } = preferences.read('guest');
  expect([volume, lastStreamId, theme, language]).toEqual([undefined, undefined, 'dark', 'ru']);
});

test('a browser that blocks storage gives and keeps nothing, without an error', () => {
  const blocked = new PreferenceStorage(
    new BrowserStorage(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    }),
  );
  expect(blocked.read('guest')).toEqual({});
  expect(() => blocked.write('guest', { volume: 1 })).not.toThrow();
});

test('a copy that has an owner is nobody else’s [A137]', () => {
  preferences.write('visit', { volume: 0.4 }, '7');
  preferences.keepOf('7');
  expect(preferences.read('visit')).toEqual({ volume: 0.4 });
  preferences.keepOf('8');
  expect(values.has('visit')).toBe(false);
});

test('a copy that is removed leaves the other one alone', () => {
  preferences.write('guest', { volume: 0.4 });
  preferences.write('user', { volume: 0.8 });
  preferences.remove('guest');
  expect([preferences.read('guest'), preferences.read('user')]).toEqual([{}, { volume: 0.8 }]);
});
