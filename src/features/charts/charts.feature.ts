import type { Feature, Services } from '#src/features/services.server.ts';
import { latestAdditionsEndpoint } from './latest-additions.server.ts';
import { chartWeeksEndpoint, top20Endpoint } from './top20.server.ts';

export function chartsFeature(services: Services) {
  return {
    endpoints: {
      'chart-weeks': chartWeeksEndpoint(services),
      'latest-additions': latestAdditionsEndpoint(services),
      top20: top20Endpoint(services),
    },
  } satisfies Feature;
}
