import { expect, test } from 'vitest';
import { chooseUnread, UNREAD_PER_ADDRESS_BYTES } from './unread-policy.ts';

const MB = 1024 * 1024;
const asleep = (key: string, unreadBytes: number) => ({ key, unreadBytes, takenBytes: 0 });

test('an address that leaves too much unread loses those with the most, and no more than it takes', () => {
  const connections = [asleep('a', 3 * MB), asleep('a', MB), asleep('a', 5 * MB), asleep('a', 2 * MB)];
  expect(chooseUnread(connections)).toEqual([connections[2]]);
});

test('addresses are looked at one by one', () => {
  const many = Array.from({ length: 100 }, (_, at) => asleep(`address ${at}`, MB));
  expect(chooseUnread(many)).toEqual([]);
});

test('whoever takes what comes is left alone, however much is under way', () => {
  const fast = { key: 'a', unreadBytes: 2 * UNREAD_PER_ADDRESS_BYTES, takenBytes: 64 * 1024 };
  const phone = { key: 'a', unreadBytes: 40_000, takenBytes: 10_000 };
  expect(chooseUnread([fast, phone])).toEqual([]);
  const crawling = { key: 'a', unreadBytes: MB, takenBytes: 26_000 };
  expect(chooseUnread([fast, crawling])).toEqual([crawling]);
});

test('nobody is judged at first sight', () => {
  expect(chooseUnread([{ key: 'a', unreadBytes: 20 * MB, takenBytes: null }])).toEqual([]);
});
