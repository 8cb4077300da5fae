/** An instant (ms since the Unix epoch) as the wire writes it, in ISO 8601; null where there is none. */
export function isoTime(timeMs: number): string;
export function isoTime(timeMs: number | null): string | null;
export function isoTime(timeMs: number | null): string | null {
  return timeMs === null ? null : new Date(timeMs).toISOString();
}
