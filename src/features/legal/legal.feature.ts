import type { Feature } from '#src/features/feature.server.ts';
import type { Services } from '#src/features/services.server.ts';
import { legalEndpoint } from './notice/legal-endpoint.server.ts';

export function legalFeature(services: Services) {
  return { endpoints: { legal: legalEndpoint(services) } } satisfies Feature;
}
