// The parts that nearly every track has, at levels that suit each other: `kit.kick(…)`.

import { mark, strokes } from '#demo/composition/playing.ts';
import type { Channel, Part } from '#demo/composition/song.ts';
import { cymbal } from '#demo/instruments/cymbal.ts';
import * as kicks from '#demo/instruments/kick.ts';
import * as snares from '#demo/instruments/snare.ts';
import * as sweeps from '#demo/instruments/sweep.ts';

/** Strokes by variant; see `strokes`. */
type Patterns = Readonly<Record<string, string>>;

export function kick(patch: kicks.KickPatch, patterns: Patterns, lufs = -18): Part {
  return {
    name: 'kick',
    instrument: kicks.kick(patch),
    notes: strokes(patterns),
    channel: { level: { lufs } },
  };
}

export function clap(hz: number, patterns: Patterns, lufs = -23): Part {
  return {
    name: 'clap',
    instrument: snares.clap({ hz, decay: 0.2 }),
    notes: strokes(patterns),
    channel: { level: { lufs }, reverb: -14 },
  };
}

export function snare(
  patch: snares.SnarePatch,
  patterns: Patterns,
  lufs = -21,
  channel: Partial<Channel> = {},
): Part {
  return {
    name: 'snare',
    instrument: snares.snare(patch),
    notes: strokes(patterns),
    channel: { level: { lufs }, reverb: -13, ...channel },
  };
}

export function rim(patterns: Patterns, lufs = -29, pan = 0.25): Part {
  return {
    name: 'rim',
    instrument: snares.rim({ hz: 1750, decay: 0.07 }),
    notes: strokes(patterns),
    channel: { level: { lufs }, pan, reverb: -12 },
  };
}

export function hat(patterns: Patterns, lufs = -29, pan = 0.12): Part {
  return {
    name: 'hat',
    instrument: cymbal({ decay: 0.09, attack: 0, lowCutHz: 7200, metal: 0.55, width: 0.35 }),
    notes: strokes(patterns),
    loose: 0.004,
    channel: { level: { lufs }, pan },
  };
}

export function openHat(patterns: Patterns, lufs = -28, decay = 0.26): Part {
  return {
    name: 'open',
    instrument: cymbal({ decay, attack: 0, lowCutHz: 6400, metal: 0.5, width: 0.5 }),
    notes: strokes(patterns),
    channel: { level: { lufs }, pan: -0.1, duck: 0.3 },
  };
}

export function shaker(patterns: Patterns, lufs = -33): Part {
  return {
    name: 'shaker',
    instrument: cymbal({ decay: 0.11, attack: 0.018, lowCutHz: 5200, metal: 0, width: 0.6 }),
    notes: strokes(patterns),
    loose: 0.007,
    channel: { level: { lufs }, pan: -0.35 },
  };
}

export function ride(patterns: Patterns, lufs = -32): Part {
  return {
    name: 'ride',
    instrument: cymbal({ decay: 0.7, attack: 0, lowCutHz: 4800, metal: 0.85, width: 0.4 }),
    notes: strokes(patterns),
    channel: { level: { lufs }, pan: 0.3, duck: 0.25 },
  };
}

export function crash(peak = -15): Part {
  return {
    name: 'crash',
    instrument: cymbal({ decay: 2.6, attack: 0, lowCutHz: 3000, metal: 0.4, width: 1 }),
    notes: mark('first'),
    channel: { level: { peak }, reverb: -12, duck: 0.3 },
  };
}

export function impact(peak = -10): Part {
  return {
    name: 'impact',
    instrument: sweeps.impact({ hz: 42, decay: 2.4 }),
    notes: mark('first'),
    channel: { level: { peak }, reverb: -16 },
  };
}

/** Noise that rises through a section's last bars. */
export function riser(beats: number, peak = -17): Part {
  return {
    name: 'riser',
    instrument: sweeps.sweep({ fromHz: 320, toHz: 7500, down: false }),
    notes: mark('last', beats),
    channel: { level: { peak }, reverb: -12 },
  };
}

/** Noise that falls after a section's first beat. */
export function fall(beats: number, peak = -20): Part {
  return {
    name: 'fall',
    instrument: sweeps.sweep({ fromHz: 250, toHz: 6500, down: true }),
    notes: mark('first', beats),
    channel: { level: { peak }, reverb: -10, duck: 0.4 },
  };
}
