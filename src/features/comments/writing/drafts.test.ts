import { beforeEach, expect, test } from 'vitest';
import type { BrowserStorage } from '#src/page/storage/browser-storage.ts';
import { storedIn } from '#src/page/storage/testing/stored-in.ts';
import { type DraftTarget, forgetDraft, keepDraft, readDraft } from './drafts.ts';

let items: Map<string, string>;
let storage: BrowserStorage;
beforeEach(() => {
  items = new Map();
  storage = storedIn(items);
});

const target = (more: Partial<DraftTarget> = {}): DraftTarget => ({
  userId: 'lea',
  track: 'Nova Kessler - Midnight Ferry',
  parentId: null,
  ...more,
});

const unsent = (text: string) => ({ text, unansweredMs: null });

test('what a member was writing on a track is there again, for that member and track', () => {
  keepDraft(storage, target(), unsent('I love 🎵'));
  keepDraft(storage, target({ parentId: 7 }), unsent('So do I'));
  expect(readDraft(storage, target())).toEqual(unsent('I love 🎵'));
  expect(readDraft(storage, target({ parentId: 7 }))).toEqual(unsent('So do I'));
  expect(readDraft(storage, target({ track: 'Éole - Marée' }))).toEqual(unsent(''));
  expect(readDraft(storage, target({ userId: 'yann' }))).toEqual(unsent(''));
});

test('words that were sent without an answer are known as such until others are written [R45]', () => {
  const sent = { text: 'Hello', unansweredMs: 1_753_000_000_000 };
  keepDraft(storage, target(), sent);
  expect(readDraft(storage, target())).toEqual(sent);
  expect(readDraft(storage, target({ userId: 'yann' }))).toEqual(unsent(''));
  keepDraft(storage, target(), unsent('Hello!'));
  expect(readDraft(storage, target())).toEqual(unsent('Hello!'));
});

test('what was posted, given up or emptied is gone', () => {
  keepDraft(storage, target(), unsent('Hello'));
  forgetDraft(storage, target());
  keepDraft(storage, target({ parentId: 7 }), unsent('Hello'));
  keepDraft(storage, target({ parentId: 7 }), unsent(' '));
  expect(items.size).toBe(0);
});

test.each(['', '{', 'null', '"x"', '{"by":"lea","text":1}'])('%j in storage is no draft', (spoilt) => {
  keepDraft(storage, target(), unsent('Hello'));
  for (const key of items.keys()) items.set(key, spoilt);
  expect(readDraft(storage, target())).toEqual(unsent(''));
});
