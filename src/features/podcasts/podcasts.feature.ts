import type { Feature } from '#src/features/feature.server.ts';
import type { Services } from '#src/features/services.server.ts';
import { podcastsEndpoint } from './podcasts.server.ts';

export function podcastsFeature(services: Services) {
  return { endpoints: { podcasts: podcastsEndpoint(services) } } satisfies Feature;
}
