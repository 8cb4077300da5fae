import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { followStationFolder } from '#src/station/folder/follow-station-folder.ts';
import type { StationProblem } from '#src/station/problem.ts';
import { openStationConfig } from './open-station-config.ts';
import { stationConfig } from './station-config.ts';
import { tellOfStation } from './tell-of-station.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'onde-tell-'));
});
afterEach(() => rm(home, { recursive: true }));

function logOfTest() {
  const lines: string[] = [];
  const to = { write: (line: string) => void lines.push(JSON.parse(line).msg) };
  return { lines, logger: createLogger({ level: 'info', part: 'test', to }) };
}

test('streams of one name, a folder of the hours or a notice that is missing are told once, and when that is mended', async () => {
  const stationDir = join(home, 'station');
  await mkdir(join(stationDir, 'music', 'dance', 'day'), { recursive: true });
  await writeFile(
    join(stationDir, 'station.yaml'),
    'slots: []\nstreams:\n  - { id: dance, hours: [{ from: 1, until: 2, folder: night }] }\n  - { id: club, name: onde dance }\n',
  );
  const { lines, logger } = logOfTest();
  const clock = new ManualClock();
  const folder = dataFolder(join(home, 'data'));
  await using stationFolder = await followStationFolder({ stationDir, folder, clock, logger });
  const lastGoodFolder = folder.lastGood;
  await using station = await openStationConfig({ stationDir, lastGoodFolder, clock, logger });
  using _telling = await tellOfStation({ stationDir, station, stationFolder, clock, logger });
  const problem =
    'streams[0].hours[0].folder: there is no folder music/dance/night, so the whole stream plays';
  const missing = expect.stringMatching(/^legal\.fr\.md: is missing, which the law asks for: /);
  const alike = 'station.yaml:4: streams[1].name: expected another name; dance has the same: onde dance';
  expect(lines).toEqual([alike, `station.yaml:3: ${problem}`, missing]);
  lines.splice(-1);
  await stationFolder.look();
  await mkdir(join(stationDir, 'music', 'dance', 'night'));
  await writeFile(join(stationDir, 'legal.fr.md'), 'Texte.');
  await stationFolder.look();
  // The look before may have found one of them there already.
  await vi.waitFor(
    () =>
      expect(lines.slice(2).sort()).toEqual([
        expect.stringMatching(/^legal\.fr\.md: mended: /),
        `station.yaml: mended: ${problem}`,
      ]),
    PATIENT,
  );
});

test('[W203] a start goes on without a disk inside of the folder that does not answer, and its problems are told once it does', async () => {
  const { lines, logger } = logOfTest();
  const clock = new ManualClock();
  const { promise, resolve } = Promise.withResolvers<StationProblem[]>();
  const station = { current: stationConfig({}), lineOf: () => null };
  const stationFolder = { absence: null, onLook: () => ({ [Symbol.dispose]() {} }) };
  const begun = tellOfStation({
    stationDir: home,
    station,
    stationFolder,
    clock,
    logger,
    find: () => promise,
  });
  clock.advance(2_000);
  using _telling = await begun;
  expect(lines).toEqual([]);
  resolve([{ file: 'station.yaml', line: null, message: 'is wrong' }]);
  await vi.waitFor(() => expect(lines).toEqual(['station.yaml: is wrong']), PATIENT);
});
