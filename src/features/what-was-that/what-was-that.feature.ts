import type { Feature } from '#src/features/feature.server.ts';
import type { Services } from '#src/features/services.server.ts';
import { momentEndpoint } from '#src/features/what-was-that/moment/moment.server.ts';
import { whatWasThatEndpoint } from './what-was-that.server.ts';

export function whatWasThatFeature(services: Services) {
  return {
    endpoints: { moment: momentEndpoint(services), 'what-was-that': whatWasThatEndpoint(services) },
  } satisfies Feature;
}
