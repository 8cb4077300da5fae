import { closeSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { type MeasuredAudio, measureLoudness } from '#src/audio/codec/measure-loudness.ts';
import {
  type RenderedAudio,
  type RenderOptions,
  renderBroadcast,
} from '#src/audio/codec/render-broadcast.ts';
import {
  type Attempt,
  bestAttempt,
  correctLoudness,
  type LoudnessPlan,
  TRUE_PEAK_MAX_DB,
} from '#src/audio/loudness/loudness-policy.ts';
import { FADED_BYTES, fadeFrame, GRANULES, STEPS_AN_OCTAVE } from '#src/audio/mp3/fade-frame.ts';
import { GainCuts } from '#src/audio/mp3/gain-cuts.ts';

/**
 * Most renderings of a file. Peaks of coded audio cannot be foreseen; nearly always the first rendering comes
 * near enough.
 */
const RENDERINGS_MAX = 4;
/** Times that a piece with peaks left is turned down before it is rendered anew. */
const LOWERINGS_MAX = 2;
/**
 * Largest cuts, in steps and as a share of the sound. More than that is the work of a limiter, which comes
 * down in a smooth slope.
 */
const CUT_STEPS_MAX = 2;
const CUT_PART_MAX = 0.05;

export interface LevelledAudio extends RenderedAudio {
  level: Attempt['result'];
}

type Rendering = Attempt & { audio: RenderedAudio };

type Piece = Omit<RenderOptions, 'loudness'>;

/**
 * Renders a piece at the station's loudness; `source` is the measure of its file.
 * @throws as `renderBroadcast` does
 */
export function renderLevelled(piece: Piece, source: MeasuredAudio): LevelledAudio {
  const attempts: Rendering[] = [];
  let plan: LoudnessPlan | null = correctLoudness(source, attempts);
  while (plan !== null && attempts.length < RENDERINGS_MAX) {
    attempts.push(renderOnce(piece, plan));
    plan = correctLoudness(source, attempts);
  }
  const best = bestAttempt(attempts);
  if (best === null) throw new Error('nothing was rendered');
  const isThere = best === attempts.at(-1);
  const { audio, result } = isThere ? best : renderOnce(piece, best.plan);
  return { ...audio, level: result };
}

/**
 * Renders once. A few peaks raised by coding are turned down where they are: encoding takes ten times as
 * long.
 */
function renderOnce(piece: Piece, plan: LoudnessPlan): Rendering {
  const { audioPath } = piece;
  const audio = renderBroadcast({ ...piece, loudness: plan });
  let { level, cuts } = measured(audioPath, audio);
  for (let done = 0; done < LOWERINGS_MAX && isLittle(cuts); done += 1) {
    lowerFrames(audioPath, audio.frameOffsets, cuts.slopes);
    ({ level, cuts } = measured(audioPath, audio));
  }
  return { plan, audio, result: level };
}

function isLittle(cuts: GainCuts): boolean {
  return cuts.deepest > 0 && cuts.deepest <= CUT_STEPS_MAX && cuts.part <= CUT_PART_MAX;
}

function measured(audioPath: string, { frameOffsets }: RenderedAudio) {
  const cuts = new GainCuts(frameOffsets.length);
  const { integratedLufs, truePeakDb } = measureLoudness(audioPath, {
    levelDb: TRUE_PEAK_MAX_DB,
    onAbove: (from, to, peakDb) => cuts.cut(from, to, peakDb - TRUE_PEAK_MAX_DB),
  });
  return { level: { integratedLufs, truePeakDb }, cuts };
}

/**
 * Turns parts of a rendered file down where it is: `steps` of 1.5 dB for each half of a frame. The change is
 * on the disk when this returns.
 * @throws the file system's errors
 */
export function lowerFrames(path: string, frameOffsets: Uint32Array, steps: Uint8Array): void {
  const file = openSync(path, 'r+');
  try {
    const head = Buffer.alloc(FADED_BYTES);
    for (const [frame, offset] of frameOffsets.entries()) {
      const [first = 0, second = 0] = steps.subarray(frame * GRANULES, (frame + 1) * GRANULES);
      if (first === 0 && second === 0) continue;
      if (readSync(file, head, 0, FADED_BYTES, offset) < FADED_BYTES)
        throw new Error(`${path} ends too early`);
      fadeFrame(head, [2 ** (-first / STEPS_AN_OCTAVE), 2 ** (-second / STEPS_AN_OCTAVE)]);
      writeSync(file, head, 0, FADED_BYTES, offset);
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
