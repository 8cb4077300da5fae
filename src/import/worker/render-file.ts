import { cutPreview } from '#src/audio/codec/cut-preview.ts';
import { type MeasuredAudio, measureLoudness } from '#src/audio/codec/measure-loudness.ts';
import { type CuePoints, findCuePoints } from '#src/audio/edges/cue-points.ts';
import { STEP_SAMPLES } from '#src/audio/loudness/weighted-power.ts';
import { SAMPLE_RATE, SAMPLES_PER_FRAME } from '#src/audio/mp3/broadcast-format.ts';
import { RejectedFile } from '#src/import/rejected/rejection.ts';
import type { MediaKind } from '#src/station/catalogue/media-record.ts';
import { choosePreview, PREVIEW_FADE_SECONDS } from './choose-preview.ts';
import { renderLevelled } from './render-levelled.ts';
import { saveCover } from './save-cover.ts';
import type { Rendered, RenderRequest } from './worker-messages.ts';

/** Least of a track [R226]. */
const TRACK_SECONDS_MIN = 3;
const OTHER_SECONDS_MIN = 0.5;
const SILENCE_LUFS = -60;

/**
 * Renders one source file: audio at the station's loudness, the preview of a track, the cover. Blocks while it works.
 * @throws {RejectedFile | AudioSourceError} when the file cannot go on air, else the file system's errors
 */
export async function renderFile(request: RenderRequest): Promise<Rendered> {
  const source = measureLoudness(request.source);
  assertUsable(request.kind, source);
  const hasPreview = request.kind === 'track';
  const found = findCuePoints(source, source.samples);
  assertLong(request.kind, (found.end - found.start) / SAMPLE_RATE, ' without the silence around it');
  const cue = wholeFrames(found);
  const { source: path, audio: audioPath } = request;
  const { level, ...audio } = renderLevelled({ source: path, audioPath, part: cue }, source);
  if (hasPreview) {
    const heard = source.momentaryLufs.subarray(stepAt(cue.start), Math.ceil(stepAt(cue.end)));
    const range = choosePreview(heard, (cue.end - cue.start) / SAMPLE_RATE);
    cutPreview(request.audio, audio, { path: request.preview, range, fadeSeconds: PREVIEW_FADE_SECONDS });
  }
  return {
    type: 'rendered',
    frames: audio.frameOffsets.length,
    sizeBytes: audio.sizeBytes,
    sourceLufs: source.integratedLufs,
    renderedLufs: level.integratedLufs,
    truePeakDb: level.truePeakDb,
    hasPreview,
    cueInMs: inMs(cue.start),
    cueOutMs: inMs(cue.end),
    innerSilence: cue.innerSilence,
    cover: request.withCover ? await saveCover(request) : null,
  };
}

/** Silence at the end gives way to whole frames; where there is none, the last frame is filled [R153]. */
function wholeFrames({ silentTail, ...cue }: CuePoints): Omit<CuePoints, 'silentTail'> {
  const rest = (cue.end - cue.start) % SAMPLES_PER_FRAME;
  return rest <= silentTail ? { ...cue, end: cue.end - rest } : cue;
}

function stepAt(sample: number): number {
  return sample / STEP_SAMPLES;
}

function inMs(samples: number): number {
  return (samples / SAMPLE_RATE) * 1000;
}

function assertUsable(kind: MediaKind, audio: MeasuredAudio): void {
  assertLong(kind, audio.seconds);
  if (!(audio.integratedLufs >= SILENCE_LUFS)) {
    throw new RejectedFile('silent', 'is silent: there is nothing to hear in it');
  }
}

function assertLong(kind: MediaKind, seconds: number, how = ''): void {
  const shortest = kind === 'track' ? TRACK_SECONDS_MIN : OTHER_SECONDS_MIN;
  if (seconds >= shortest) return;
  throw new RejectedFile(
    'too-short',
    `is too short: ${seconds.toFixed(1)} s${how}, at least ${shortest} s are needed`,
  );
}
