import { expect, test } from 'vitest';
import { offeredApps } from './offered-apps.ts';

test('an application that the station does not name is not promised [R47]', () => {
  expect(offeredApps({})).toEqual([]);
  expect(offeredApps({ windows: 'https://radio.example/setup.exe' }).map(({ id }) => id)).toEqual([
    'windows',
  ]);
});

test('a store goes by its name, any other place by its host', () => {
  const offered = offeredApps({
    windows: 'https://radio.example/setup.exe',
    ios: 'https://apps.apple.com/app/id1',
    android: 'https://play.google.com/store/apps/details?id=a',
  });
  expect(offered.map(({ id, source }) => [id, source])).toEqual([
    ['android', 'Google Play'],
    ['ios', 'App Store'],
    ['windows', 'radio.example'],
  ]);
});
