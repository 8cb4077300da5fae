import type { Feature } from '#src/features/feature.server.ts';
import type { Services } from '#src/features/services.server.ts';
import { slotsEndpoint } from './slots-endpoint.server.ts';

export function slotsFeature(services: Services) {
  return { endpoints: { slots: slotsEndpoint(services) } } satisfies Feature;
}
