import type { StationConfig, StreamConfig } from './station-config.ts';

/** The stream of a `version` parameter: the version key or the id [W16]. Null when it names none. */
export function findStream({ streams }: StationConfig, version: string): StreamConfig | null {
  return (
    streams.find((stream) => stream.version === version) ??
    streams.find((stream) => stream.id === version) ??
    null
  );
}
