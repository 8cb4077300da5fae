import type { Language } from '#src/contract/languages.ts';
import type { PublicStation } from '#src/station/config/public-station.wire.ts';
import type { StationFacts } from './station-context.tsx';
import { streamsIn } from './streams.query.ts';

/** The station in one language, as a document carries it. */
export function stationFacts(station: PublicStation, language: Language): StationFacts {
  const { name, since, timezone, origin, links, playerHost, apiKey, socialSignIn, addressServices } = station;
  return {
    name,
    since,
    address: station.association.address,
    timezone,
    origin,
    links,
    playerHost,
    apiKey,
    socialSignIn,
    addressServices,
    streams: streamsIn(station, language),
  };
}
