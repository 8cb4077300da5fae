import type { Feature } from '#src/features/feature.server.ts';
import type { Services } from '#src/features/services.server.ts';
import { artistBiographyEndpoint } from './biography.server.ts';

export function biographyFeature(services: Services) {
  return { endpoints: { 'artist-biography': artistBiographyEndpoint(services) } } satisfies Feature;
}
