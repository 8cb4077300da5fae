import type { Feature } from '#src/features/feature.server.ts';
import type { Services } from '#src/features/services.server.ts';
import { tokenEndpoint } from './token-endpoint.server.ts';

export function adFreeFeature(services: Services) {
  return { endpoints: { token: tokenEndpoint(services) } } satisfies Feature;
}
