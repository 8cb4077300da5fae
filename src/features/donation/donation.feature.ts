import type { Feature } from '#src/features/feature.server.ts';
import type { Services } from '#src/features/services.server.ts';
import { donationEndpoint } from './donation.server.ts';

export function donationFeature(services: Services) {
  return { endpoints: { donation: donationEndpoint(services) } } satisfies Feature;
}
