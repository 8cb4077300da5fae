import { HOUR_MS } from '#src/contract/durations.ts';
import type { BrowserStorage } from '#src/page/storage/browser-storage.ts';
import { TRANSPORT_KEY } from './player-state.ts';

/**
 * How the sound comes: `progressive`, in one answer that goes on, or by `hls`, in segments, each an answer of its own.
 */
export const TRANSPORTS = ['progressive', 'hls'] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** What a listener has chosen of it; `automatic`: whichever works. */
export const TRANSPORT_WISHES = ['automatic', ...TRANSPORTS] as const;
export type TransportWish = (typeof TRANSPORT_WISHES)[number];

/** [R188] What was found out holds for this long: by then a device is mostly in another network. */
export const HLS_KEPT_MS = 6 * HOUR_MS;

/** What this browser keeps of it, as `{"wish":"hls"}`. */
interface Kept {
  readonly wish: TransportWish;
  /** Until then `automatic` begins with HLS; milliseconds since the Unix epoch. */
  readonly hlsUntilMs: number;
}

export function readTransportWish(storage: BrowserStorage): TransportWish {
  return read(storage).wish;
}

/**
 * Keeps a choice; what was found out before it is forgotten.
 * @returns whether it is kept
 */
export function writeTransportWish(storage: BrowserStorage, wish: TransportWish): boolean {
  return write(storage, { wish, hlsUntilMs: 0 });
}

/**
 * Whether the radio is to be heard in segments: by choice, or since that is what was found to work [R188].
 * @param foundUntilMs what was found out and could not be kept, as `keepHlsUntil` has it
 */
export function isHlsWanted(storage: BrowserStorage, nowMs: number, foundUntilMs = 0): boolean {
  const { wish, hlsUntilMs } = read(storage);
  if (wish !== 'automatic') return wish === 'hls';
  const leftMs = Math.max(hlsUntilMs, foundUntilMs) - nowMs;
  // A clock that was ahead has left an end that never comes.
  return leftMs > 0 && leftMs <= HLS_KEPT_MS;
}

/** @returns whether it is kept */
export function keepHlsUntil(storage: BrowserStorage, hlsUntilMs: number): boolean {
  return write(storage, { ...read(storage), hlsUntilMs });
}

function read(storage: BrowserStorage): Kept {
  const stored = storage.readJson(TRANSPORT_KEY);
  if (typeof stored !== 'object' || stored === null) return { wish: 'automatic', hlsUntilMs: 0 };
  const { wish, hlsUntilMs }: { readonly wish?: unknown; readonly hlsUntilMs?: unknown } = stored;
  return {
    wish: TRANSPORT_WISHES.find((known) => known === wish) ?? 'automatic',
    hlsUntilMs: typeof hlsUntilMs === 'number' ? hlsUntilMs : 0,
  };
}

function write(storage: BrowserStorage, kept: Kept): boolean {
  return storage.write(TRANSPORT_KEY, JSON.stringify(kept));
}
