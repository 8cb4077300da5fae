import { writeFile } from 'node:fs/promises';
import { type MeasuredAudio, measureLoudness } from '#src/audio/codec/measure-loudness.ts';
import { renderBroadcast } from '#src/audio/codec/render-broadcast.ts';
import {
  type Attempt,
  correctLoudness,
  type LoudnessPlan,
  planLoudness,
} from '#src/audio/loudness/loudness-policy.ts';
import type { MediaKind } from '#src/station/catalogue/media-record.ts';
import { renderCover } from '../cover/render-cover.ts';
import { readPicture } from '../naming/read-tags.ts';
import { choosePreview, PREVIEW_FADE_SECONDS } from '../preview/choose-preview.ts';
import { RejectedFile } from '../rejected/rejection.ts';
import type { Rendered, RenderRequest } from './worker-messages.ts';

const TRACK_SECONDS_MIN = 3;
const OTHER_SECONDS_MIN = 0.5;
const SILENCE_LUFS = -60;

/** A file this much shorter than it says, and by more than a moment, was not copied to its end. */
const CUT_OFF_PART = 0.95;
const CUT_OFF_SECONDS = 2;

/** Peaks of coded audio cannot be foreseen; so many renderings come near enough, nearly always the first. */
const RENDERINGS_MAX = 4;

/**
 * Renders one source file: audio at the station's loudness, the preview of a track, the cover. Blocks while it works.
 * @throws {RejectedFile | AudioSourceError} when the file cannot go on air, else the file system's errors.
 */
export async function renderFile(request: RenderRequest): Promise<Rendered> {
  const source = measureLoudness(request.source);
  assertUsable(request.kind, source);
  const preview =
    request.kind === 'track'
      ? {
          path: request.preview,
          range: choosePreview(source.momentaryLufs, source.seconds),
          fadeSeconds: PREVIEW_FADE_SECONDS,
        }
      : null;

  const attempts: Attempt[] = [];
  for (let plan: LoudnessPlan | null = planLoudness(source); ; ) {
    const { source: path, audio: audioPath } = request;
    const audio = renderBroadcast({ source: path, loudness: plan, audioPath, preview });
    const result = measureLoudness(audioPath);
    attempts.push({ plan, result });
    plan = correctLoudness(source, attempts);
    if (plan !== null && attempts.length < RENDERINGS_MAX) continue;
    return {
      type: 'rendered',
      ...audio,
      sourceLufs: source.integratedLufs,
      renderedLufs: result.integratedLufs,
      truePeakDb: result.truePeakDb,
      hasPreview: preview !== null,
      hasCover: await saveCover(path, request.cover),
    };
  }
}

/** Whether the source carries a picture; it is at `path` then, a JPEG. */
export async function saveCover(source: string, path: string): Promise<boolean> {
  const picture = await readPicture(source);
  const cover = picture && (await renderCover(picture));
  if (cover) await writeFile(path, cover, { flush: true });
  return cover !== null;
}

function assertUsable(kind: MediaKind, audio: MeasuredAudio): void {
  const { declaredSeconds, seconds } = audio;
  if (
    declaredSeconds !== null &&
    seconds < declaredSeconds * CUT_OFF_PART &&
    seconds < declaredSeconds - CUT_OFF_SECONDS
  ) {
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
