import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseFile } from 'music-metadata';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { noteMade, readMarker } from './demo-marker.ts';
import { findDemoState, writeDemoTexts } from './demo-station.ts';
import { DEMO_FILES } from './programme/demo-files.ts';
import { renderDemoAudio } from './render-demo-audio.ts';
import { unfinishedPath } from './render-demo-file.ts';

const JINGLES = DEMO_FILES.filter(({ path }) => path.startsWith('jingles/')).map(({ path }) => path);
const [JINGLE = '', OTHER_JINGLE = ''] = JINGLES;

let stationDir = '';

beforeEach(async () => {
  stationDir = mkdtempSync(join(tmpdir(), 'onde-demo-audio-'));
  await writeDemoTexts(stationDir);
});

afterEach(() => rmSync(stationDir, { recursive: true }));

test('Audio is written whole under its name, with its tags', async () => {
  const progress: string[] = [];
  await renderDemoAudio({ stationDir, only: [JINGLE], onProgress: ({ path }) => progress.push(path) });
  const { common, format } = await parseFile(join(stationDir, JINGLE));
  expect(common.artist).toBe('Onde');
  expect(common.title).toBe('Onde, la vague');
  expect(format.sampleRate).toBe(44_100);
  expect(format.numberOfChannels).toBe(2);
  expect(progress).toEqual([JINGLE]);
  expect(readMarker(stationDir)?.made).toEqual(new Set([JINGLE]));
  expect(readdirSync(join(stationDir, 'jingles')).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('A second run makes only what is missing, and nothing that was deleted', async () => {
  noteMade(stationDir, JINGLE);
  const made: string[] = [];
  await renderDemoAudio({
    stationDir,
    only: [JINGLE, OTHER_JINGLE],
    onProgress: ({ path }) => made.push(path),
  });
  expect(made).toEqual([OTHER_JINGLE]);
  expect(existsSync(join(stationDir, JINGLE))).toBe(false);
});

test('What an interrupted run left half written is thrown away', async () => {
  const half = unfinishedPath(stationDir, OTHER_JINGLE);
  mkdirSync(dirname(half));
  writeFileSync(half, 'half');
  // Making the file anew writes over it: a run that is stopped before that has to throw it away.
  await renderDemoAudio({ stationDir, only: [OTHER_JINGLE], signal: AbortSignal.abort() });
  expect(existsSync(half)).toBe(false);
  await renderDemoAudio({ stationDir, only: [OTHER_JINGLE] });
  expect(existsSync(join(stationDir, OTHER_JINGLE))).toBe(true);
});

test('A run that is stopped leaves no half file and goes on at the next one', async () => {
  const stop = new AbortController();
  const made: string[] = [];
  const onProgress = ({ path }: { path: string }) => {
    made.push(path);
    stop.abort();
  };
  await renderDemoAudio({ stationDir, only: JINGLES, signal: stop.signal, onProgress });
  expect(made).toEqual([JINGLE]);
  const files = readdirSync(join(stationDir, 'jingles'), { recursive: true });
  expect(files.filter((name) => String(name).endsWith('.part'))).toEqual([]);
  await renderDemoAudio({ stationDir, only: [JINGLE, OTHER_JINGLE] });
  expect(existsSync(join(stationDir, OTHER_JINGLE))).toBe(true);
});

test('A station that is not the demo is left alone', async () => {
  writeFileSync(join(stationDir, 'station.yaml'), 'name: Marée\n');
  const before = readdirSync(stationDir);
  await renderDemoAudio({ stationDir, only: [JINGLE] });
  expect(readdirSync(stationDir)).toEqual(before);
});

test('A station that has everything is complete, whatever is deleted afterwards', async () => {
  for (const { path } of DEMO_FILES) noteMade(stationDir, path);
  await renderDemoAudio({ stationDir });
  expect(findDemoState(stationDir)).toBe('complete');
  expect(existsSync(join(stationDir, JINGLE))).toBe(false);
});
