import { expect, test } from 'vitest';
import { BrowserStorage } from './browser-storage.ts';

function inMemory(items = new Map<string, string>()) {
  return new BrowserStorage(() => ({
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }));
}

test('what is written is read, until it is removed', () => {
  const storage = inMemory();
  expect(storage.write('a', '{"b":1}')).toBe(true);
  expect(storage.read('a')).toBe('{"b":1}');
  expect(storage.readJson('a')).toEqual({ b: 1 });
  storage.remove('a', 'never');
  expect(storage.read('a')).toBeNull();
  expect(storage.readJson('a')).toBeNull();
});

test('what is spoilt is missing', () => {
  expect(inMemory(new Map([['a', '{']])).readJson('a')).toBeNull();
});

test('blocked storage holds nothing, and says that it keeps nothing', () => {
  const storage = new BrowserStorage(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  expect(storage.write('a', 'b')).toBe(false);
  expect(storage.read('a')).toBeNull();
  expect(storage.readJson('a')).toBeNull();
  storage.remove('a');
});
