import type { StationConfig } from './station-config.ts';

/**
 * The warning for an operator who uses keys of station.yaml that do nothing in this version; null when none is used.
 */
export function keysWithoutEffect({ streams }: StationConfig): string | null {
  const keys = streams.some(({ adverts }) => adverts !== null) ? ['adverts'] : [];
  if (keys.length === 0) return null;
  return `station.yaml: these keys do nothing in this version: ${keys.join(', ')}; see docs/station.md`;
}
