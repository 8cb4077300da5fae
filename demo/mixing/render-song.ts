import { type Part, type Song, songSeconds } from '#demo/composition/song.ts';
import { addEcho, addReverb } from '#demo/synth/reverb-and-echo.ts';
import { createStereo, SAMPLE_RATE, type StereoPcm, samplesOf } from '#demo/synth/stereo.ts';
import { applyChannel, BLOCK, duckingOf, fadesOf, gainOf } from './channel-strip.ts';
import { master } from './master.ts';
import { type Played, playPart } from './note-player.ts';

interface Desk {
  length: number;
  mix: StereoPcm;
  room: Float32Array;
  echo: Float32Array;
  /** One part at a time is played into this. */
  part: StereoPcm;
  ducking: Float32Array | null;
}

/** Renders a song: the same song gives the same samples. */
export function renderSong(song: Song): StereoPcm {
  const length = samplesOf(songSeconds(song));
  const desk: Desk = {
    length,
    mix: createStereo(length),
    room: new Float32Array(length),
    echo: new Float32Array(length),
    part: createStereo(length),
    ducking: null,
  };
  const pusher = song.parts.find((part) => part.name === song.duckedBy);
  for (const part of [...(pusher ? [pusher] : []), ...song.parts.filter((each) => each !== pusher)]) {
    const played = playPart(song, part, desk.part);
    if (played.starts.length === 0) continue;
    if (part === pusher) desk.ducking = duckingOf(played.starts, song.duckSeconds, length);
    applyChannel(song, part.name, part.channel, desk.part, played);
    mixIn(song, part, desk, played);
    for (const { from, to } of played.spans) {
      desk.part.left.fill(0, from, to);
      desk.part.right.fill(0, from, to);
    }
  }
  addEcho(desk.mix, desk.echo, {
    seconds: (song.delay.beats * 60) / song.bpm,
    feedback: song.delay.feedback,
    highCutHz: song.delay.highCutHz,
  });
  addReverb(desk.mix, desk.room, song.reverb, 0.5);
  master(desk.mix, song.lufs);
  return desk.mix;
}

function mixIn(song: Song, part: Part, desk: Desk, played: Played): void {
  const { channel } = part;
  const gain = gainOf(channel, desk.part, played);
  const levels = levelsOf(song, part, desk);
  const pan = channel.pan ?? 0;
  for (const span of played.spans) {
    for (let from = span.from; from < span.to; from += BLOCK) {
      const to = Math.min(span.to, from + BLOCK);
      const block = Math.floor(from / BLOCK);
      const start = gain * (levels[block] ?? 1);
      const step = (gain * (levels[block + 1] ?? 1) - start) / BLOCK;
      const sway = tremoloAt(song, channel, from);
      addScaled(desk.mix.left, desk.part.left, from, to, start, step, Math.min(1, 1 - pan) * (1 - sway));
      addScaled(desk.mix.right, desk.part.right, from, to, start, step, Math.min(1, 1 + pan) * (1 + sway));
      if (channel.reverb !== undefined) send(desk.room, desk.part, from, to, start, step, channel.reverb);
      if (channel.delay !== undefined) send(desk.echo, desk.part, from, to, start, step, channel.delay);
    }
  }
}

/** Adds a block to a side of the mix, its level moving by `step` a sample. */
function addScaled(
  target: Float32Array,
  sound: Float32Array,
  from: number,
  to: number,
  start: number,
  step: number,
  side: number,
): void {
  let level = start * side;
  const slope = step * side;
  for (let i = from; i < to; i++) {
    target[i] = (target[i] ?? 0) + (sound[i] ?? 0) * level;
    level += slope;
  }
}

function send(
  target: Float32Array,
  sound: StereoPcm,
  from: number,
  to: number,
  start: number,
  step: number,
  decibels: number,
): void {
  const share = 10 ** (decibels / 20) * 0.5;
  addScaled(target, sound.left, from, to, start, step, share);
  addScaled(target, sound.right, from, to, start, step, share);
}

/** Level of a part in blocks: its fades and the push of the bass drum. */
function levelsOf(song: Song, part: Part, desk: Desk): Float32Array {
  const levels =
    fadesOf(song, part.name, desk.length) ?? new Float32Array(Math.ceil(desk.length / BLOCK) + 2).fill(1);
  const depth = part.channel.duck ?? 0;
  if (desk.ducking && depth > 0) {
    for (let block = 0; block < levels.length; block++) {
      levels[block] = (levels[block] ?? 1) * (1 - depth * (1 - (desk.ducking[block] ?? 1)));
    }
  }
  return levels;
}

function tremoloAt(song: Song, channel: Part['channel'], at: number): number {
  if (!channel.tremolo) return 0;
  const beat = (at * song.bpm) / (60 * SAMPLE_RATE);
  return channel.tremolo.depth * Math.sin((2 * Math.PI * beat) / channel.tremolo.beats);
}

/** −52 dBFS: what is quieter at the end of a piece is heard as a hole before the next one. */
const AUDIBLE = 10 ** (-52 / 20);
const FADE_SAMPLES = Math.round(0.25 * SAMPLE_RATE);

/** The sound without its inaudible tail: it fades within a quarter of a second after its last audible sample. */
export function trimTail({ left, right }: StereoPcm): StereoPcm {
  let last = left.length - 1;
  while (last > 0 && Math.abs(left[last] ?? 0) < AUDIBLE && Math.abs(right[last] ?? 0) < AUDIBLE) last--;
  const end = Math.min(left.length, last + FADE_SAMPLES);
  const trimmed = { left: left.slice(0, end), right: right.slice(0, end) };
  for (const side of [trimmed.left, trimmed.right]) fadeOut(side, end - last);
  return trimmed;
}

function fadeOut(side: Float32Array, samples: number): void {
  for (let i = 0; i < samples; i++) {
    const at = side.length - 1 - i;
    side[at] = ((side[at] ?? 0) * i) / samples;
  }
}
