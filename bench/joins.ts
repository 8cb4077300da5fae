import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findDemoState, writeDemoTexts } from '#demo/demo-station.ts';
import { DEMO_TRACKS } from '#demo/programme/demo-files.ts';
import { renderDemoAudio } from '#demo/render-demo-audio.ts';
import { AudioSource } from '#src/audio/codec/audio-source.ts';
import { encodeFile, encodeMp3Frames } from '#src/audio/codec/encode-file.ts';
import { TAKE_OVER_SAMPLES } from '#src/audio/codec/render-broadcast.ts';
import { SAMPLE_RATE, SAMPLES_PER_FRAME } from '#src/audio/mp3/broadcast-format.ts';
import { splitBroadcastFrames } from '#src/audio/mp3/broadcast-frames.ts';
import type { StereoPcm } from '#src/audio/stereo-pcm.ts';
import { STREAM_IDS } from '#src/contract/streams.ts';
import { importStation } from '#src/import/import-station.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { dataFolder, mediaFiles } from '#src/platform/settings/data-folder.ts';
import { readCatalogue } from '#src/station/catalogue/catalogue-tail.ts';
import type { Result } from './result.ts';

const HOLE_DB = -60;
/** Samples in which a level is taken, a millisecond, and on each side of a join that are looked at. */
const STEP = SAMPLE_RATE / 1_000;
const REACH = 100 * STEP;
/** Seconds at which the album is cut: anywhere within a frame. */
const CUTS = [20, 27.1, 34.77, 42.003, 51.5, 60.0007];

/**
 * Joins of files as a stream has them, frame behind frame, decoded: the longest time below -60 dB, from the
 * level around, that the files do not have there themselves. A live album is one piece of music that somebody
 * has cut into files; the others begin and end in full sound. The peer is LAME with its delay and padding.
 */
export async function joins(): Promise<Result[]> {
  const home = join(tmpdir(), 'onde-bench-joins');
  const music = await demoMusic(join(home, 'music'));
  const albums = music.map((album) => CUTS.slice(1).map((end, at) => part(album, CUTS[at] ?? 0, end)));
  const mixed = music.map((one, at) => part(one, 30 + at * 1.37, 38 + at * 1.73));
  const results: Result[] = [];
  for (const [name, rows] of [
    [`${albums.length} live albums cut into ${CUTS.length - 1} files each`, albums],
    ['pieces that begin and end in full sound', [mixed]],
  ] as const) {
    const sources = rows.flatMap(sourceJoins);
    const rendered = await importAll(home, rows);
    const ours = rows.flatMap((_, row) => joinsIn(home, rendered[row] ?? [], TAKE_OVER_SAMPLES));
    const plain = rows.flatMap((pieces) =>
      joinsIn(
        home,
        pieces.map((pcm) => Buffer.concat(encodeMp3Frames(pcm))),
        0,
      ),
    );
    results.push({
      what: `${ours.length} joins, the longest hole: ${name}`,
      unit: 'ms',
      onde: longest(ours, sources),
      peer: { name: 'LAME as it comes', figure: longest(plain, sources) },
      goal: { of: 'figure', atMost: 5 },
    });
  }
  return results;
}

/** The longest hole at any of these joins, without what its files have. */
function longest(heard: readonly Float32Array[], sources: readonly Float32Array[]): number {
  return Math.max(...heard.map((sound, at) => holeMs(sound) - holeMs(sources[at] ?? new Float32Array(0))));
}

function holeMs(sound: Float32Array): number {
  const floor = power(sound) * 10 ** (HOLE_DB / 10);
  let [most, run] = [0, 0];
  for (let at = 0; at + STEP <= sound.length; at += STEP) {
    run = power(sound.subarray(at, at + STEP)) < floor ? run + 1 : 0;
    most = Math.max(most, run);
  }
  return most;
}

function power(samples: Float32Array): number {
  return samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
}

/** What lies around the joins of these pieces if nothing comes between them. */
function sourceJoins(pieces: readonly StereoPcm[]): Float32Array[] {
  return pieces.slice(1).map(({ left }, at) => {
    const sound = new Float32Array(2 * REACH);
    sound.set(pieces[at]?.left.slice(-REACH) ?? []);
    sound.set(left.subarray(0, REACH), REACH);
    return sound;
  });
}

/** What is heard around the joins of rendered pieces. */
function joinsIn(home: string, pieces: readonly Buffer[], delay: number): Float32Array[] {
  const path = join(home, 'joined.mp3');
  writeFileSync(path, Buffer.concat(pieces));
  const { left } = decoded(path);
  let at = delay;
  return pieces.slice(0, -1).map((piece) => {
    at += splitBroadcastFrames(piece).frameOffsets.length * SAMPLES_PER_FRAME;
    return left.subarray(at - REACH, at + REACH);
  });
}

/** Imports pieces of music as files of a station and returns their frames. */
async function importAll(home: string, rows: readonly (readonly StereoPcm[])[]): Promise<Buffer[][]> {
  const [stationDir, folder] = [join(home, 'station'), dataFolder(join(home, 'data'))];
  for (const path of [stationDir, folder.root]) rmSync(path, { recursive: true, force: true });
  mkdirSync(join(stationDir, 'music', 'dance'), { recursive: true });
  const pathOf = (row: number, at: number) => `music/dance/${row} - ${at}.flac`;
  for (const [row, pieces] of rows.entries())
    for (const [at, pcm] of pieces.entries()) encodeFile(join(stationDir, pathOf(row, at)), pcm, {});
  const logger = createLogger({ level: 'warn', part: 'import' });
  await importStation({ stationDir, folder, logger, clock: systemClock });
  const records = [...(await readCatalogue(folder)).values()];
  return rows.map((pieces, row) =>
    pieces.map((_, at) => {
      const record = records.find(({ placements }) => placements[0]?.path === pathOf(row, at));
      if (record === undefined) throw new Error(`${pathOf(row, at)} was not imported`);
      return readFileSync(mediaFiles(folder, record.id).audio);
    }),
  );
}

/** A track of each of the demo's streams, kept between runs. */
async function demoMusic(stationDir: string): Promise<StereoPcm[]> {
  mkdirSync(stationDir, { recursive: true });
  const state = findDemoState(stationDir);
  if (state === 'empty' || state === 'begun') await writeDemoTexts(stationDir);
  const only = STREAM_IDS.flatMap((streamId) => DEMO_TRACKS[streamId].slice(0, 1).map(({ path }) => path));
  await renderDemoAudio({ stationDir, only });
  return only.map((path) => decoded(join(stationDir, path)));
}

function decoded(path: string): StereoPcm {
  using source = AudioSource.open(path);
  const channels: { left: Float32Array[]; right: Float32Array[] } = { left: [], right: [] };
  // A block is only good until the next one is asked for.
  for (const { left, right } of source.samples()) {
    channels.left.push(left.slice());
    channels.right.push(right.slice());
  }
  return { left: joined(channels.left), right: joined(channels.right) };
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const one of parts) {
    all.set(one, at);
    at += one.length;
  }
  return all;
}

function part({ left, right }: StereoPcm, from: number, to: number): StereoPcm {
  const [start, end] = [Math.round(from * SAMPLE_RATE), Math.round(to * SAMPLE_RATE)];
  return { left: left.slice(start, end), right: right.slice(start, end) };
}
