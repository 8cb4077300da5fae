import { cutPreview } from '#src/audio/codec/cut-preview.ts';
import { type MeasuredAudio, measureLoudness } from '#src/audio/codec/measure-loudness.ts';
import { RejectedFile } from '#src/import/rejected/rejection.ts';
import type { MediaKind } from '#src/station/catalogue/media-record.ts';
import { choosePreview, PREVIEW_FADE_SECONDS } from './choose-preview.ts';
import { renderLevelled } from './render-levelled.ts';
import { saveCover } from './save-cover.ts';
import type { Rendered, RenderRequest } from './worker-messages.ts';

const TRACK_SECONDS_MIN = 3;
const OTHER_SECONDS_MIN = 0.5;
const SILENCE_LUFS = -60;

/**
 * Tolerance: a file that is shorter than it says, by more than its header may be wrong, was not copied to its
 * end.
 */
const EXACT_TOLERANCE_SECONDS = 1;
const TOLERANCE_SECONDS = 2;
const TOLERANCE_PART = 0.05;

/**
 * Renders one source file: audio at the station's loudness, the preview of a track, the cover. Blocks while it works.
 * @throws {RejectedFile | AudioSourceError} when the file cannot go on air, else the file system's errors
 */
export async function renderFile(request: RenderRequest): Promise<Rendered> {
  const source = measureLoudness(request.source);
  assertUsable(request.kind, source);
  const hasPreview = request.kind === 'track';
  const { level, ...audio } = renderLevelled(request.source, request.audio, source);
  if (hasPreview) {
    const range = choosePreview(source.momentaryLufs, source.seconds);
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
    cover: await saveCover(request),
  };
}

function assertUsable(kind: MediaKind, audio: MeasuredAudio): void {
  const { declaredSeconds, isDeclaredExactly, seconds } = audio;
  const toleranceSeconds = isDeclaredExactly
    ? EXACT_TOLERANCE_SECONDS
    : Math.max(TOLERANCE_SECONDS, (declaredSeconds ?? 0) * TOLERANCE_PART);
  if (declaredSeconds !== null && seconds < declaredSeconds - toleranceSeconds) {
    throw new RejectedFile(
      'cut-off',
      `ends after ${clockTime(seconds)} of ${clockTime(declaredSeconds)}: copy it again from where it came`,
    );
  }
  const shortest = kind === 'track' ? TRACK_SECONDS_MIN : OTHER_SECONDS_MIN;
  if (seconds < shortest) {
    throw new RejectedFile(
      'too-short',
      `is too short: ${seconds.toFixed(1)} s, at least ${shortest} s are needed`,
    );
  }
  if (!(audio.integratedLufs >= SILENCE_LUFS)) {
    throw new RejectedFile('silent', 'is silent: there is nothing to hear in it');
  }
}

function clockTime(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
