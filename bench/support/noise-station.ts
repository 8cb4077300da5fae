import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AudioSource } from '#src/audio/codec/audio-source.ts';
import { encodeFile } from '#src/audio/codec/encode-file.ts';
import { TAKE_OVER_SAMPLES } from '#src/audio/codec/render-broadcast.ts';
import { SAMPLE_RATE, SAMPLES_PER_FRAME } from '#src/audio/mp3/broadcast-format.ts';
import { splitBroadcastFrames } from '#src/audio/mp3/broadcast-frames.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { dataFolder, mediaFiles } from '#src/platform/settings/data-folder.ts';
import { readCatalogue } from '#src/station/catalogue/catalogue-tail.ts';

const TRACK_SECONDS = 40;
/** Samples from one random value to the next: nearly all of the sound is then below 4 kHz. */
const STEP = 6;

/**
 * Writes a station, unless it is there, whose one stream plays one track again and again: noise, no two moments of
 * which are alike.
 */
export function writeNoiseStation(home: string, streamId: StreamId): void {
  const folder = join(home, 'station', 'music', streamId);
  if (existsSync(folder)) return;
  mkdirSync(folder, { recursive: true });
  const samples = noise(TRACK_SECONDS * SAMPLE_RATE);
  encodeFile(join(folder, 'Ona Hiss - Noise.flac'), { left: samples, right: samples }, {});
  writeFileSync(
    join(home, 'station', 'station.yaml'),
    `name: Noise\nstreams:\n  - { id: ${streamId}, jingleEvery: 0 }\n`,
  );
}

/** What that stream sounds like once it is rendered: a circle, since its track follows itself frame behind frame. */
export async function decodedNoise(home: string): Promise<Float32Array> {
  const folder = dataFolder(join(home, 'data'));
  const [record] = (await readCatalogue(folder)).values();
  if (record === undefined) throw new Error('The noise was not rendered.');
  const track = readFileSync(mediaFiles(folder, record.id).audio);
  const path = join(home, 'three.mp3');
  writeFileSync(path, Buffer.concat([track, track, track]));
  const length = splitBroadcastFrames(track).frameOffsets.length * SAMPLES_PER_FRAME;
  return leftOf(path).slice(length + TAKE_OVER_SAMPLES, 2 * length + TAKE_OVER_SAMPLES);
}

function leftOf(path: string): Float32Array {
  using source = AudioSource.open(path);
  const blocks: Float32Array[] = [];
  // A block is only good until the next one is asked for.
  for (const { left } of source.samples()) blocks.push(left.slice());
  const all = new Float32Array(blocks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const block of blocks) {
    all.set(block, at);
    at += block.length;
  }
  return all;
}

/** The same each time: a generator of Park and Miller's. */
function noise(length: number): Float32Array {
  let state = 20_270;
  const draw = () => {
    state = (state * 48_271) % 2_147_483_647;
    return 0.6 * (state / 1_073_741_823.5 - 1);
  };
  const samples = new Float32Array(length);
  let [from, to] = [draw(), draw()];
  for (let at = 0; at < length; at += 1) {
    const part = (at % STEP) / STEP;
    samples[at] = from + (to - from) * part;
    if (at % STEP === STEP - 1) [from, to] = [to, draw()];
  }
  return samples;
}
