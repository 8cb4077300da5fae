import type { StreamConfig } from '#src/station/config/station-config.ts';
import { isInFolder } from './folder-hours.ts';
import type { Library, Shelved } from './library.ts';
import { poolRests } from './pool-rests.ts';
import { ROTATION_RULES, type RotationRules } from './rotation-rules.ts';

/** A pool of a stream, and how long it lasts. */
export interface PoolForecast {
  /** Null for the whole stream. */
  folder: string | null;
  tracks: number;
  artists: number;
  /** Until a track must come again. */
  lengthMs: number;
  /** After which a track may come again, where the pool is too short for the rest of the rules; else null. */
  shortRestMs: number | null;
  /** The artist with the most tracks, where they come more often than the rules' rest on average; else null. */
  frequent: { artist: string; everyMs: number } | null;
}

/** A stream's pools: the whole of it, and each folder with hours of its own that holds tracks. */
export function forecastPools(
  { id, hours }: Pick<StreamConfig, 'id' | 'hours'>,
  library: Library,
  rules: RotationRules = ROTATION_RULES,
): PoolForecast[] {
  const all = library.shelf(id, 'track');
  const folders = [...new Set(hours.map(({ folder }) => folder))].map((folder) => ({
    folder,
    shelved: all.filter((one) => one.folders.some((lies) => isInFolder(lies, folder))),
  }));
  return [
    forecast(null, all, rules),
    ...folders
      .filter(({ shelved }) => shelved.length > 0)
      .map(({ folder, shelved }) => forecast(folder, shelved, rules)),
  ];
}

function forecast(folder: string | null, shelved: readonly Shelved[], rules: RotationRules): PoolForecast {
  const tracks = [...new Map(shelved.map((one) => [one.record.slug, one])).values()];
  const byArtist = [...Map.groupBy(tracks, ({ artist }) => artist).values()];
  const lengthMs = tracks.reduce((sum, { record }) => sum + record.durationMs, 0);
  const longestTrackMs = tracks.reduce((most, { record }) => Math.max(most, record.durationMs), 0);
  const largest = byArtist.toSorted((a, b) => b.length - a.length)[0] ?? [];
  const { restMs } = poolRests({ roundMs: lengthMs, longestTrackMs, dominantShare: 0 }, rules);
  const everyMs = lengthMs / largest.length;
  return {
    folder,
    tracks: tracks.length,
    artists: byArtist.length,
    lengthMs,
    shortRestMs: restMs < rules.trackRestMs ? restMs : null,
    frequent: everyMs < rules.artistRestMs ? { artist: largest[0]?.record.artist ?? '', everyMs } : null,
  };
}
