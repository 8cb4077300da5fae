import type { Feature } from '#src/features/feature.server.ts';
import type { Services } from '#src/features/services.server.ts';
import { historyEndpoint } from './history.server.ts';

export function historyFeature(services: Services) {
  return { endpoints: { history: historyEndpoint(services) } } satisfies Feature;
}
