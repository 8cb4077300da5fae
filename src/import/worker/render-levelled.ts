import { type MeasuredAudio, measureLoudness } from '#src/audio/codec/measure-loudness.ts';
import { type RenderedAudio, renderBroadcast } from '#src/audio/codec/render-broadcast.ts';
import {
  type Attempt,
  bestAttempt,
  correctLoudness,
  type LoudnessPlan,
} from '#src/audio/loudness/loudness-policy.ts';

/** Peaks of coded audio cannot be foreseen; so many renderings come near enough, nearly always the first. */
const RENDERINGS_MAX = 4;

export interface LevelledAudio extends RenderedAudio {
  level: Attempt['result'];
}

/** Renders `path` to `audioPath` at the station's loudness. Throws as `renderBroadcast` does. */
export function renderLevelled(path: string, audioPath: string, source: MeasuredAudio): LevelledAudio {
  const attempts: (Attempt & { audio: RenderedAudio })[] = [];
  let plan: LoudnessPlan | null = correctLoudness(source, attempts);
  while (plan !== null && attempts.length < RENDERINGS_MAX) {
    const audio = renderBroadcast({ source: path, loudness: plan, audioPath });
    const { integratedLufs, truePeakDb } = measureLoudness(audioPath);
    attempts.push({ plan, audio, result: { integratedLufs, truePeakDb } });
    plan = correctLoudness(source, attempts);
  }
  const best = bestAttempt(attempts);
  if (best === null) throw new Error('nothing was rendered');
  const isThere = best === attempts.at(-1);
  const audio = isThere ? best.audio : renderBroadcast({ source: path, loudness: best.plan, audioPath });
  return { ...audio, level: best.result };
}
