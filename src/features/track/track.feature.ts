import type { Feature, Services } from '#src/features/services.server.ts';
import { artistTracksEndpoint, trackDetailsEndpoint } from './track.server.ts';

export function trackFeature(services: Services) {
  return {
    endpoints: {
      'artist-tracks': artistTracksEndpoint(services),
      'track-details': trackDetailsEndpoint(services),
    },
  } satisfies Feature;
}
