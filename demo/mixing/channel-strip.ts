import type { Channel, Song } from '#demo/composition/song.ts';
import { Filter } from '#demo/synth/filter.ts';
import { measureLoudness } from '#demo/synth/loudness.ts';
import { SAMPLE_RATE, type StereoPcm, samplesOf } from '#demo/synth/stereo.ts';
import { type Played, sectionStarts } from './note-player.ts';

export const BLOCK = 64;
const OPEN_HZ = 18_000;

/** Filters, chorus and drive of a part's channel, in place where it sounds. */
export function applyChannel(
  song: Song,
  name: string,
  channel: Channel,
  sound: StereoPcm,
  played: Played,
): void {
  const sections = sectionStarts(song);
  const swept = song.sections.some((section) => section.sweeps?.[name]);
  const open = channel.highCutHz ?? OPEN_HZ;
  for (const { from, to } of played.spans) {
    const view = { left: sound.left.subarray(from, to), right: sound.right.subarray(from, to) };
    if (channel.drive) drive(view, channel.drive);
    if (channel.lowCutHz) filterBoth(view, 'high', () => channel.lowCutHz ?? 0);
    if (swept) filterBoth(view, 'low', (at) => sweepAt(song, name, sections, at + from) ?? open);
    else if (channel.highCutHz) filterBoth(view, 'low', () => open);
    if (channel.chorus) applyChorus(view, channel.chorus, 0.55);
  }
}

function sweepAt(song: Song, name: string, sections: readonly number[], at: number): number | null {
  const number = Math.max(
    0,
    sections.findLastIndex((start) => start <= at),
  );
  const sweep = song.sections[Math.min(number, song.sections.length - 1)]?.sweeps?.[name];
  if (!sweep) return null;
  const start = sections[number] ?? 0;
  const end = sections[number + 1] ?? start + 1;
  const place = Math.min(1, (at - start) / (end - start));
  return sweep[0] * (sweep[1] / sweep[0]) ** place;
}

function filterBoth(sound: StereoPcm, kind: 'low' | 'high', hzAt: (at: number) => number): void {
  const filters = [new Filter(kind), new Filter(kind)] as const;
  for (let from = 0; from < sound.left.length; from += BLOCK) {
    const to = Math.min(sound.left.length, from + BLOCK);
    const hz = hzAt(from);
    filters[0].process(sound.left, from, to, hz, 0.18);
    filters[1].process(sound.right, from, to, hz, 0.18);
  }
}

function drive(sound: StereoPcm, amount: number): void {
  const push = 1 + amount * 5;
  for (const side of [sound.left, sound.right]) {
    for (let i = 0; i < side.length; i++) {
      const x = Math.max(-3, Math.min(3, (side[i] ?? 0) * push));
      side[i] = (x * (27 + x * x)) / (27 + 9 * x * x);
    }
  }
}

/** Seconds of a part that decide its loudness. */
const LISTENED_SECONDS = 5;

/** The factor that brings what was played to the channel's level. */
export function gainOf(channel: Channel, sound: StereoPcm, played: Played): number {
  if ('peak' in channel.level) {
    let peak = 1e-6;
    for (const { from, to } of played.spans) {
      for (let i = from; i < to; i++) {
        peak = Math.max(peak, Math.abs(sound.left[i] ?? 0), Math.abs(sound.right[i] ?? 0));
      }
    }
    return 10 ** (channel.level.peak / 20) / peak;
  }
  const from = played.starts[Math.floor(played.starts.length * 0.45)] ?? 0;
  const to = from + samplesOf(LISTENED_SECONDS);
  const lufs = measureLoudness({
    left: sound.left.subarray(from, to),
    right: sound.right.subarray(from, to),
  });
  return 10 ** ((channel.level.lufs - lufs) / 20);
}

/** The part's level through the song in blocks of 64 samples: fades, tremolo and the push of the bass drum apart. */
export function fadesOf(song: Song, name: string, length: number): Float32Array | null {
  if (!song.sections.some((section) => section.fades?.[name])) return null;
  const sections = sectionStarts(song);
  return Float32Array.from({ length: Math.ceil(length / BLOCK) + 1 }, (_, block) => {
    const at = block * BLOCK;
    const number = Math.max(
      0,
      sections.findLastIndex((start) => start <= at),
    );
    const fade = song.sections[number]?.fades?.[name];
    if (!fade) return 1;
    const start = sections[number] ?? 0;
    const place = Math.min(1, (at - start) / Math.max(1, (sections[number + 1] ?? start + 1) - start));
    return 10 ** ((fade[0] + (fade[1] - fade[0]) * place) / 20);
  });
}

/** 1 where nothing is pushed down, 0 right at a hit; one value a block of 64 samples. */
export function duckingOf(hits: readonly number[], seconds: number, length: number): Float32Array {
  const blocks = new Float32Array(Math.ceil(length / BLOCK) + 1).fill(1);
  const span = Math.ceil((seconds * SAMPLE_RATE) / BLOCK);
  for (const hit of hits) {
    const first = Math.floor(hit / BLOCK);
    for (let i = 0; i < span && first + i < blocks.length; i++) {
      const rise = i / span;
      blocks[first + i] = Math.min(blocks[first + i] ?? 1, rise * rise * (3 - 2 * rise));
    }
  }
  return blocks;
}

/** Widens a sound with two slowly moving delays, one a side. `depth` 0…1, `hz` the speed of the movement. */
function applyChorus(sound: StereoPcm, depth: number, hz: number): void {
  chorusSide(sound.left, depth, hz, 0);
  chorusSide(sound.right, depth, hz, 0.5);
}

const LINE = 2048;
const MIDDLE_SAMPLES = 620;
const SWING_SAMPLES = 240;

function chorusSide(samples: Float32Array, depth: number, hz: number, phase: number): void {
  const line = new Float32Array(LINE);
  const swing = SWING_SAMPLES * Math.min(1, depth * 1.5);
  const wet = 0.5 * depth;
  let write = 0;
  let delay = MIDDLE_SAMPLES + swing * Math.sin(2 * Math.PI * phase);
  for (let from = 0; from < samples.length; from += BLOCK) {
    const to = Math.min(samples.length, from + BLOCK);
    const target = MIDDLE_SAMPLES + swing * Math.sin(2 * Math.PI * (phase + (to * hz) / SAMPLE_RATE));
    const step = (target - delay) / (to - from);
    for (let i = from; i < to; i++) {
      delay += step;
      const input = samples[i] ?? 0;
      line[write] = input;
      const whole = delay | 0;
      const near = line[(write - whole) & (LINE - 1)] ?? 0;
      const far = line[(write - whole - 1) & (LINE - 1)] ?? 0;
      samples[i] = input * (1 - wet * 0.5) + (near + (far - near) * (delay - whole)) * wet;
      write = (write + 1) & (LINE - 1);
    }
  }
}
