import { beforeEach, expect, test } from 'vitest';
import type { HeardPlay } from '#src/features/diary/diary.wire.ts';
import { SessionStore } from '#src/page/session/session-store.ts';
import { BrowserStorage } from '#src/page/storage/browser-storage.ts';
import { DiaryNotes } from './diary-notes.ts';

const play = (minute: number): HeardPlay => ({
  stream_id: 'dance',
  started_at: new Date(Date.UTC(2026, 10, 21, 12, minute)).toISOString(),
  full_title: 'Éole - Marée',
});
const NOTHING = { isOn: null, heard: [], removed: [] };

let items: Map<string, string>;
const storage: Storage = {
  length: 0,
  clear: () => items.clear(),
  key: () => null,
  getItem: (key) => items.get(key) ?? null,
  setItem: (key, value) => void items.set(key, value),
  removeItem: (key) => void items.delete(key),
};
const openTab = () => new DiaryNotes(new BrowserStorage(() => storage));

beforeEach(() => {
  items = new Map();
});

test('the tabs of a browser share one list, in which a play stands once', () => {
  const [one, other] = [openTab(), openTab()];
  one.setOn('lea', true);
  one.note('lea', play(0));
  other.note('lea', play(0));
  other.note('lea', play(3));
  expect(one.read('lea')).toMatchObject({ isOn: true, heard: [play(0), play(3)] });
  other.settle('lea', [play(0)]);
  expect(openTab().read('lea').heard).toEqual([play(3)]);
});

test('what one member has heard is nobody else’s, and goes when another one comes', () => {
  const notes = openTab();
  notes.setOn('lea', true);
  notes.note('lea', play(0));
  expect(notes.read('zoe')).toEqual(NOTHING);
  notes.forgetOthers('lea');
  expect(notes.read('lea').heard).toHaveLength(1);
  notes.forgetOthers('zoe');
  expect(items.size).toBe(0);
  notes.note('lea', play(0));
  notes.forgetOthers(null);
  expect(notes.read('lea')).toEqual(NOTHING);
});

test('the notes go with the session, in a page that never played anything too', () => {
  openTab().note('lea', play(0));
  new SessionStore(() => storage).clear();
  expect(items.size).toBe(0);
});

test('switched off or erased, nothing that was noted is left', () => {
  const notes = openTab();
  let changes = 0;
  notes.subscribe(() => changes++);
  notes.setOn('lea', true);
  notes.note('lea', play(0));
  notes.erase('lea');
  expect(notes.read('lea')).toMatchObject({ isOn: true, heard: [] });
  notes.note('lea', play(3));
  notes.setOn('lea', false);
  expect(notes.read('lea')).toMatchObject({ isOn: false, heard: [] });
  expect(changes).toBe(5);
  notes.setOn('lea', false);
  expect(changes).toBe(5);
});

test('a play whose entry was removed is not noted anew while it is on air, in any tab', () => {
  const notes = openTab();
  notes.setOn('lea', true);
  notes.note('lea', play(0));
  notes.note('lea', play(3));
  // The diary tells its start to the millisecond, the track on air to the second.
  const started_at = '2026-11-21T12:03:00.900Z';
  notes.setRemoved('lea', { ...play(3), started_at }, true);
  expect(notes.read('lea')).toMatchObject({
    heard: [play(0)],
    removed: [{ stream_id: 'dance', started_at }],
  });
  expect(notes.read('lea').removed[0]).not.toHaveProperty('full_title');
  openTab().note('lea', play(3));
  openTab().note('lea', { ...play(3), stream_id: 'hits' });
  openTab().note('lea', play(6));
  expect(notes.read('lea').heard).toEqual([play(0), { ...play(3), stream_id: 'hits' }, play(6)]);
});

test('what was brought back may be noted again, and so may all once the diary was switched off', () => {
  const notes = openTab();
  notes.setOn('lea', true);
  notes.setRemoved('lea', play(0), true);
  notes.setRemoved('lea', play(0), false);
  notes.note('lea', play(0));
  expect(notes.read('lea')).toEqual({ isOn: true, heard: [play(0)], removed: [] });
  notes.setRemoved('lea', play(0), true);
  notes.setOn('lea', false);
  expect(notes.read('lea')).toEqual({ isOn: false, heard: [], removed: [] });
});

test('of many removed plays those that began last are kept out, whatever the order', () => {
  const notes = openTab();
  for (let minute = 50; minute > 0; minute -= 1) notes.setRemoved('lea', play(minute), true);
  const { removed } = notes.read('lea');
  expect([removed.length, removed[0]?.started_at]).toEqual([20, play(31).started_at]);
});

test('an answer that was asked for before the member switched says nothing any more', () => {
  const notes = openTab();
  const asked = notes.read('lea');
  openTab().setOn('lea', true);
  notes.learnOn('lea', false, asked);
  expect(notes.read('lea').isOn).toBe(true);
  notes.learnOn('lea', false, notes.read('lea'));
  expect(notes.read('lea').isOn).toBe(false);
});

test('where storage is blocked or full the notes last as long as the page', () => {
  const notes = new DiaryNotes(
    new BrowserStorage(() => {
      throw new DOMException('blocked', 'SecurityError');
    }),
  );
  notes.setOn('lea', true);
  notes.note('lea', play(0));
  expect(notes.read('lea')).toMatchObject({ isOn: true, heard: [play(0)] });
  notes.forgetOthers(null);
  expect(notes.read('lea')).toEqual(NOTHING);
});

test('of more than 200 plays the oldest go; what is spoilt is nothing', () => {
  const notes = openTab();
  for (let minute = 0; minute < 205; minute += 1) notes.note('lea', play(minute));
  expect(notes.read('lea').heard).toHaveLength(200);
  expect(notes.read('lea').heard[0]).toEqual(play(5));
  for (const spoilt of ['"heard":[{"stream_id":"jazz"}]', '"heard":[],"removed":[{"stream_id":"dance"}]']) {
    for (const [key] of items) items.set(key, `{"user":"lea","isOn":true,${spoilt}}`);
    expect(notes.read('lea')).toEqual(NOTHING);
  }
});
