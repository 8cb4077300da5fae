import { expect, test } from 'vitest';
import { BrowserStorage } from '#src/page/storage/browser-storage.ts';
import { storedIn } from '#src/page/storage/testing/stored-in.ts';
import { UnsentStorage } from './unsent-preferences.ts';

function open(items = new Map<string, string>()) {
  return { items, unsent: new UnsentStorage(storedIn(items)) };
}
const NOTHING = { change: {}, base: {} };

test('what is unsent is kept for its member, beside what the server had before', () => {
  const { items, unsent } = open();
  const change = { theme: 'dark', volume: 0.2 } as const;
  unsent.write('7', { change, base: { theme: 'light' } }, { theme: 'dark', volume: 1 });
  expect(open(items).unsent.read('7')).toEqual({
    change,
    base: { theme: 'light', volume: 1, language: null, lastStreamId: null, favoriteStreamId: null },
  });
  expect(unsent.read('8')).toEqual(NOTHING);
  expect(unsent.read(undefined)).toEqual(NOTHING);
});

test('what a server that was never asked had is unknown', () => {
  const { unsent } = open();
  unsent.write('7', { change: { theme: 'dark' }, base: {} }, null);
  expect(unsent.read('7')).toEqual({ change: { theme: 'dark' }, base: {} });
});

test('once nothing is unsent, or nobody is a member, nothing is kept', () => {
  const { items, unsent } = open();
  for (const end of [() => unsent.write('7', NOTHING, null), () => unsent.write(undefined, NOTHING, null)]) {
    unsent.write('7', { change: { theme: 'dark' }, base: {} }, null);
    end();
    expect(items.size).toBe(0);
  }
});

test.each(['{', '[]', '{"user":"7"}', '{"user":"7","change":{"theme":"sepia"},"base":4}'])(
  'spoilt storage counts as nothing: %s',
  (stored) => {
    expect(open(new Map([['unsent', stored]])).unsent.read('7')).toEqual(NOTHING);
  },
);

test('blocked storage keeps nothing and breaks nothing', () => {
  const unsent = new UnsentStorage(
    new BrowserStorage(() => {
      throw new Error('blocked');
    }),
  );
  unsent.write('7', { change: { theme: 'dark' }, base: {} }, null);
  expect(unsent.read('7')).toEqual(NOTHING);
});
