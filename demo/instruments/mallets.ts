import type { Instrument } from '#demo/synth/instrument.ts';
import { modal } from './modal.ts';

export function marimba(): Instrument {
  const partials = [
    [1, 0.9, 0.9],
    [3.93, 0.32, 0.28],
    [9.4, 0.12, 0.1],
  ] as const;
  return modal({ partials, damper: 0, hammer: 0.35, dynamics: 0.8, strings: 0 });
}

export function vibraphone(): Instrument {
  const partials = [
    [1, 0.85, 3.4],
    [4.0, 0.2, 1.2],
    [10.1, 0.06, 0.3],
  ] as const;
  return modal({ partials, damper: 1.2, hammer: 0.15, dynamics: 0.7, strings: 1.2 });
}

export function kalimba(): Instrument {
  const partials = [
    [1, 0.9, 1.2],
    [5.6, 0.16, 0.25],
    [2.0, 0.1, 0.7],
  ] as const;
  return modal({ partials, damper: 0, hammer: 0.4, dynamics: 0.6, strings: 1.5 });
}

/** Tubular and glassy, for the station's own signal. */
export function chime(): Instrument {
  const partials = [
    [1, 0.6, 3.2],
    [2.0, 0.35, 2.6],
    [2.76, 0.22, 1.4],
    [4.07, 0.14, 1.1],
    [5.4, 0.12, 0.8],
    [8.9, 0.06, 0.4],
  ] as const;
  return modal({ partials, damper: 0, hammer: 0.12, dynamics: 0.5, strings: 3 });
}
