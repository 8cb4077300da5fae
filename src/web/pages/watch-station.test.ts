import { expect, test } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { stationConfig } from '#src/station/config/station-config.ts';
import { watchStation } from './watch-station.ts';

test('a change of station.yaml and of the content of the folder is told once [W213]', () => {
  const clock = new ManualClock();
  const station = { current: stationConfig({}) };
  const content = {
    schedules: new Map(),
    podcasts: new Map(),
    biographies: new Map(),
    videos: new Map(),
    legal: {},
  };
  let told = 0;
  using _watch = watchStation({ station, content }, clock, () => {
    told += 1;
  });
  clock.advance(5_000);
  expect(told).toBe(0);
  station.current = stationConfig({ name: 'Radio Fjord' });
  clock.advance(2_000);
  expect(told).toBe(1);
  content.schedules = new Map();
  content.legal = {};
  clock.advance(2_000);
  expect(told).toBe(2);
});
