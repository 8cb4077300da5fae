import { beforeEach, expect, test } from 'vitest';
import { SILENT_PREVIEW } from '#src/features/preview/preview-player.ts';
import { BrowserStorage } from '#src/page/storage/browser-storage.ts';
import { storedIn } from '#src/page/storage/testing/stored-in.ts';
import { HeardEpisodes } from './heard-episodes.ts';

const FERRY = '/podcasts/carnets/01-ferry.mp3';

const items = new Map<string, string>();
const storage = storedIn(items);
const kept = () => JSON.parse(items.get('onde-episodes') ?? '[]');
beforeEach(() => {
  items.clear();
});

const sounding = (elapsedSeconds: number, secondsLeft: number) => ({
  ...SILENT_PREVIEW,
  address: FERRY,
  isSounding: true,
  elapsedSeconds,
  secondsLeft,
});

test('an episode that was stopped goes on where it was left', () => {
  const heard = new HeardEpisodes(storage);
  expect(heard.beginOf(FERRY)).toBe(0);
  heard.follow(sounding(42.5, 18));
  heard.follow(SILENT_PREVIEW);
  expect(heard.wasBegun(FERRY)).toBe(true);
  expect(heard.beginOf(FERRY)).toBe(42.5);
});

test('an episode that was heard to its end begins anew', () => {
  const heard = new HeardEpisodes(storage);
  heard.beginOf(FERRY);
  heard.follow(sounding(60, 1));
  expect(heard.wasBegun(FERRY)).toBe(false);
  expect(heard.beginOf(FERRY)).toBe(0);
});

test('the place of a preview, and of what is still loading, is not kept', () => {
  const heard = new HeardEpisodes(storage);
  heard.follow(sounding(20, 31));
  expect(heard.beginOf(FERRY)).toBe(0);
  heard.follow({ ...sounding(20, 31), isSounding: false });
  expect(heard.beginOf(FERRY)).toBe(0);
});

test('an episode goes on after the page was loaded anew, five seconds before at most', () => {
  const heard = new HeardEpisodes(storage);
  heard.beginOf(FERRY);
  for (let second = 1; second <= 43; second += 1) heard.follow(sounding(second, 60 - second));
  const anew = new HeardEpisodes(storage);
  expect(anew.wasBegun(FERRY)).toBe(true);
  expect(anew.beginOf(FERRY)).toBeGreaterThanOrEqual(38);
});

test('what is stopped is written down to the second', () => {
  const heard = new HeardEpisodes(storage);
  heard.beginOf(FERRY);
  heard.follow(sounding(40, 20));
  heard.follow(sounding(42.5, 18));
  heard.follow(SILENT_PREVIEW);
  expect(kept()).toEqual([[FERRY, 42.5]]);
});

test('an episode that does not sound begins where it was moved to', () => {
  new HeardEpisodes(storage).moveTo(FERRY, 12);
  expect(new HeardEpisodes(storage).beginOf(FERRY)).toBe(12);
});

test('an episode that was heard to its end is kept no longer', () => {
  const heard = new HeardEpisodes(storage);
  heard.moveTo(FERRY, 12);
  heard.follow(sounding(59, 1));
  expect(kept()).toEqual([]);
});

test('the fifty episodes heard last are kept, whichever tab heard them', () => {
  const tabs = [new HeardEpisodes(storage), new HeardEpisodes(storage)];
  for (let episode = 1; episode <= 60; episode += 1)
    tabs[episode % 2]?.moveTo(`/podcasts/${episode}.mp3`, episode);
  tabs[0]?.moveTo('/podcasts/20.mp3', 99);
  expect(kept()).toHaveLength(50);
  expect(kept()[0]).toEqual(['/podcasts/11.mp3', 11]);
  expect(kept().at(-1)).toEqual(['/podcasts/20.mp3', 99]);
});

test('what another tab heard further of an episode stays, and it goes on from there [R218]', () => {
  const [here, there] = [new HeardEpisodes(storage), new HeardEpisodes(storage)];
  here.beginOf(FERRY);
  here.follow(sounding(10, 50));
  here.follow(SILENT_PREVIEW);
  expect(there.beginOf(FERRY)).toBe(10);
  there.follow(sounding(30, 30));
  there.follow(SILENT_PREVIEW);
  // A track's preview plays here, and the page is left.
  here.follow({ ...sounding(5, 46), address: '/previews/a.mp3' });
  here.keep();
  expect(kept()).toEqual([[FERRY, 30]]);
  expect(here.beginOf(FERRY)).toBe(30);
  there.follow(sounding(59, 1));
  expect(here.beginOf(FERRY)).toBe(0);
});

test('an episode goes on where it was left once its file is called otherwise, and what has come into its file begins [R218]', () => {
  const former = '/podcasts/carnets/01-fery.mp3?v=0123abcd';
  // As it was kept by whole addresses.
  items.set('onde-episodes', JSON.stringify([[former, 42]]));
  const heard = new HeardEpisodes(storage);
  const renamed = '/podcasts/carnets/01-ferry.mp3?v=0123abcd';
  expect(heard.wasBegun(renamed)).toBe(true);
  expect(heard.beginOf(renamed)).toBe(42);
  for (const other of [former.replace('0123', '4567'), former.replace('carnets', 'escales')])
    expect([other, heard.beginOf(other)]).toEqual([other, 0]);
  heard.follow({ ...sounding(43, 17), address: renamed });
  heard.follow(SILENT_PREVIEW);
  expect(kept()).toHaveLength(1);
  const anew = new HeardEpisodes(storage);
  expect([former, renamed].map((address) => anew.placeOf(address))).toEqual([43, 43]);
});

test('an episode that another tab has begun, or heard to its end, is so here, too [R218]', () => {
  const [here, there] = [new HeardEpisodes(storage), new HeardEpisodes(storage)];
  const told: boolean[] = [];
  here.subscribe(() => told.push(here.wasBegun(FERRY)));
  const tell = () => {
    here.storageChanged('of-others');
    here.storageChanged('onde-episodes');
  };
  there.beginOf(FERRY);
  there.follow(sounding(30, 30));
  there.follow(SILENT_PREVIEW);
  tell();
  here.beginOf(FERRY);
  there.follow(sounding(59, 1));
  tell();
  // All of it was cleared.
  here.storageChanged(null);
  expect(told).toEqual([true, false, false]);
});

test('a storage that is spoilt or blocked costs no more than the memory', () => {
  items.set('onde-episodes', '[["a"]]');
  expect(new HeardEpisodes(storage).beginOf(FERRY)).toBe(0);
  const blocked = new HeardEpisodes(
    new BrowserStorage(() => {
      throw new Error('blocked');
    }),
  );
  blocked.moveTo(FERRY, 12);
  expect(blocked.beginOf(FERRY)).toBe(12);
});

test('nor does one that is full of what was heard before', () => {
  items.set('onde-episodes', JSON.stringify([['/podcasts/carnets/02-harbour.mp3', 7]]));
  const full = new BrowserStorage(() => ({
    getItem: (key) => items.get(key) ?? null,
    setItem() {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    },
    removeItem: (key) => void items.delete(key),
  }));
  const heard = new HeardEpisodes(full);
  heard.beginOf(FERRY);
  heard.follow(sounding(42, 18));
  heard.follow(SILENT_PREVIEW);
  expect([heard.wasBegun(FERRY), heard.beginOf(FERRY)]).toEqual([true, 42]);
});
