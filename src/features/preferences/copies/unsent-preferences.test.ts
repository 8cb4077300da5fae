import { expect, test } from 'vitest';
import { BrowserStorage } from '#src/page/storage/browser-storage.ts';
import { storedIn } from '#src/page/storage/testing/stored-in.ts';
import { UnsentStorage } from './unsent-preferences.ts';

function open(items = new Map<string, string>()) {
  return { items, unsent: new UnsentStorage(storedIn(items)) };
}
const NOTHING = { change: {}, at: {}, after: {} };
const DARK = { change: { theme: 'dark' }, at: { theme: 5 }, after: {} } as const;

test('what is unsent is kept for its member, with its times', () => {
  const { items, unsent } = open();
  const change = { theme: 'dark', volume: 0.2 } as const;
  const after = { theme: '2026-11-28T02:00:00.000Z' };
  unsent.write('7', {
    change,
    at: { theme: 5, volume: 6, language: 7 },
    after: { ...after, language: '2026-11-28T01:00:00.000Z' },
  });
  expect(open(items).unsent.read('7')).toEqual({ change, at: { theme: 5, volume: 6 }, after });
  expect(unsent.read('8')).toEqual(NOTHING);
  expect(unsent.read(undefined)).toEqual(NOTHING);
});

test('what a page of before these times has kept is unsent still', () => {
  const items = new Map([['unsent', '{"user":"7","change":{"theme":"dark"},"base":{"theme":"light"}}']]);
  expect(open(items).unsent.read('7')).toEqual({ ...DARK, at: {} });
});

test('once nothing is unsent, or nobody is a member, nothing is kept', () => {
  const { items, unsent } = open();
  for (const end of [() => unsent.write('7', NOTHING), () => unsent.write(undefined, NOTHING)]) {
    unsent.write('7', DARK);
    end();
    expect(items.size).toBe(0);
  }
});

test.each([
  '{',
  '[]',
  '{"user":"7"}',
  '{"user":"7","change":{"theme":"sepia"},"at":4,"after":{"theme":"soon"}}',
])('spoilt storage counts as nothing: %s', (stored) => {
  expect(open(new Map([['unsent', stored]])).unsent.read('7')).toEqual(NOTHING);
});

test('blocked storage keeps nothing and breaks nothing', () => {
  const unsent = new UnsentStorage(
    new BrowserStorage(() => {
      throw new Error('blocked');
    }),
  );
  unsent.write('7', DARK);
  expect(unsent.read('7')).toEqual(NOTHING);
});
