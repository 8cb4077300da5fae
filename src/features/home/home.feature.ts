import type { Feature } from '#src/features/feature.server.ts';
import type { Services } from '#src/features/services.server.ts';
import { latestTracksEndpoint } from './latest-tracks.server.ts';

export function homeFeature(services: Services) {
  return { endpoints: { 'latest-tracks': latestTracksEndpoint(services) } } satisfies Feature;
}
