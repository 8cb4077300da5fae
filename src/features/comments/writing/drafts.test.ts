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

test('what a member was writing on a track is there again, for that member and track', () => {
  keepDraft(storage, target(), 'I love 🎵');
  keepDraft(storage, target({ parentId: 7 }), 'So do I');
  expect(readDraft(storage, target())).toBe('I love 🎵');
  expect(readDraft(storage, target({ parentId: 7 }))).toBe('So do I');
  expect(readDraft(storage, target({ track: 'Éole - Marée' }))).toBe('');
  expect(readDraft(storage, target({ userId: 'yann' }))).toBe('');
});

test('what was posted, given up or emptied is gone', () => {
  keepDraft(storage, target(), 'Hello');
  forgetDraft(storage, target());
  keepDraft(storage, target({ parentId: 7 }), 'Hello');
  keepDraft(storage, target({ parentId: 7 }), ' ');
  expect(items.size).toBe(0);
});

test.each(['', '{', 'null', '"x"', '{"by":"lea","text":1}'])('%j in storage is no draft', (spoilt) => {
  keepDraft(storage, target(), 'Hello');
  for (const key of items.keys()) items.set(key, spoilt);
  expect(readDraft(storage, target())).toBe('');
});
