import { FilterAPI } from 'node-av/api';
import type { Frame } from 'node-av/lib';
import type { LoudnessPlan } from '../loudness/loudness-policy.ts';
import { SAMPLE_RATE, SAMPLES_PER_FRAME } from '../mp3/broadcast-format.ts';
import { AudioSource } from './audio-source.ts';
import { BroadcastEncoder } from './broadcast-encoder.ts';
import { BROADCAST_SAMPLES } from './sample-format.ts';

/** A part of a track in samples at 44.1 kHz; `end` exclusive. */
export interface SampleRange {
  start: number;
  end: number;
}

export interface RenderOptions {
  source: string;
  loudness: LoudnessPlan;
  audioPath: string;
  /** Also writes this part, faded in and out, as a file of its own. */
  preview: { path: string; range: SampleRange; fadeSeconds: number } | null;
}

export interface RenderedAudio {
  frames: number;
  sizeBytes: number;
}

const FRAME_SAMPLES = `asetnsamples=n=${SAMPLES_PER_FRAME}:p=0`;

/**
 * Encodes a file of any common format for broadcast. Blocks while it works; on a failure what it has written so far
 * stays for the caller to remove.
 * @throws {AudioSourceError} and the file system's errors.
 */
export function renderBroadcast(options: RenderOptions): RenderedAudio {
  using source = AudioSource.open(options.source);
  const filters = [BROADCAST_SAMPLES, levelFilter(options.loudness), FRAME_SAMPLES];
  using levelled = FilterAPI.create(filters.join(), { threads: 1 });
  using encoder = new BroadcastEncoder(options.audioPath);
  using preview = options.preview ? new PreviewWriter(options.preview) : null;
  let at = 0;
  for (const next of levelled.framesSync(source.frames())) {
    if (!next) continue;
    using samples: Frame = next;
    preview?.push(samples, at);
    at += samples.nbSamples;
    encoder.push(samples);
  }
  preview?.finish();
  return encoder.finish();
}

/**
 * The limiter works on four times the samples, so that it sees the peaks between them. It looks ahead and gives no more
 * than its ceiling.
 */
function levelFilter({ gainDb, ceilingDb }: LoudnessPlan): string {
  const volume = `volume=${gainDb.toFixed(3)}dB:precision=float`;
  if (ceilingDb === null) return volume;
  const limit = (10 ** (ceilingDb / 20)).toFixed(5);
  const limiter = `alimiter=limit=${limit}:attack=5:release=80:level=false:latency=true`;
  return `${volume},aresample=${SAMPLE_RATE * 4},${limiter},${BROADCAST_SAMPLES}`;
}

class PreviewWriter implements Disposable {
  readonly #range: SampleRange;
  readonly #fadeSeconds: number;
  readonly #encoder: BroadcastEncoder;
  #filter: FilterAPI | null = null;

  constructor({ path, range, fadeSeconds }: NonNullable<RenderOptions['preview']>) {
    this.#range = range;
    this.#fadeSeconds = fadeSeconds;
    this.#encoder = new BroadcastEncoder(path);
  }

  /** `at`: samples before these ones. */
  push(samples: Frame, at: number): void {
    const isOutside = at + samples.nbSamples <= this.#range.start || at >= this.#range.end;
    if (isOutside) return;
    this.#filter ??= this.#createFilter(at);
    for (const part of this.#filter.processAllSync(samples)) this.#encode(part);
  }

  finish(): void {
    this.#filter?.flushSync();
    for (const part of this.#filter?.flushFramesSync() ?? []) this.#encode(part);
    this.#encoder.finish();
  }

  [Symbol.dispose](): void {
    this.#filter?.close();
    this.#encoder[Symbol.dispose]();
  }

  /** The trimming filter counts from the first sample that it gets. */
  #createFilter(firstSample: number): FilterAPI {
    const { start, end } = this.#range;
    const fade = this.#fadeSeconds;
    const fadeOutAt = Math.max(0, (end - start) / SAMPLE_RATE - fade);
    const filters = [
      `atrim=start_sample=${start - firstSample}:end_sample=${end - firstSample}`,
      'asetpts=PTS-STARTPTS',
      `afade=t=in:d=${fade}`,
      `afade=t=out:st=${fadeOutAt}:d=${fade}`,
      FRAME_SAMPLES,
    ];
    return FilterAPI.create(filters.join(), { threads: 1 });
  }

  #encode(next: Frame): void {
    using part = next;
    this.#encoder.push(part);
  }
}
