import type { Feature } from '#src/features/feature.server.ts';
import type { Services } from '#src/features/services.server.ts';
import { artistBiographyEndpoint } from './artist.server.ts';

export function artistFeature(services: Services) {
  return { endpoints: { 'artist-biography': artistBiographyEndpoint(services) } } satisfies Feature;
}
