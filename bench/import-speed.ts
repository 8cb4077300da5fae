import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findDemoState, writeDemoTexts } from '#demo/demo-station.ts';
import { DEMO_TRACKS } from '#demo/programme/demo-files.ts';
import { renderDemoAudio } from '#demo/render-demo-audio.ts';
import { STREAM_IDS } from '#src/contract/streams.ts';
import { importStation } from '#src/import/import-station.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import { readCatalogue } from '../src/station/catalogue/catalogue-tail.ts';
import type { Result } from './result.ts';

/**
 * How fast new music comes on air: its playing time ÷ the time from the first look at the folder until all of
 * it is rendered, on as many cores as there are.
 */
export async function importSpeed(): Promise<Result[]> {
  const home = join(tmpdir(), 'onde-bench-import');
  const stationDir = join(home, 'station');
  await makeMusic(stationDir);
  const folder = dataFolder(join(home, 'data'));
  rmSync(folder.root, { recursive: true, force: true });
  const logger = createLogger({ level: 'warn', part: 'import' });
  const { seconds } = await importStation({ stationDir, folder, logger, clock: systemClock, priority: 0 });
  let playingMs = 0;
  for (const { durationMs } of (await readCatalogue(folder)).values()) playingMs += durationMs;
  return [
    {
      what: `${(playingMs / 60_000).toFixed(0)} min of new music on air, after ${seconds.toFixed(0)} s on ${availableParallelism()} cores`,
      unit: '× real time',
      onde: playingMs / 1000 / seconds,
      peer: null,
      goal: { of: 'figure', atLeast: 70 },
    },
  ];
}

/** The demo's music, all of it, kept between runs: composing it takes longer than the import. */
async function makeMusic(stationDir: string): Promise<void> {
  mkdirSync(stationDir, { recursive: true });
  const state = findDemoState(stationDir);
  if (state === 'empty' || state === 'begun') await writeDemoTexts(stationDir);
  const only = STREAM_IDS.flatMap((streamId) => DEMO_TRACKS[streamId].map(({ path }) => path));
  await renderDemoAudio({ stationDir, only });
}
