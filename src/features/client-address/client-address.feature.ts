import type { Feature } from '#src/features/feature.server.ts';
import { clientAddressEndpoint } from './client-address.server.ts';

export function clientAddressFeature() {
  return { endpoints: { ip: clientAddressEndpoint() } } satisfies Feature;
}
