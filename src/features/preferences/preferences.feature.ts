import type { Feature } from '#src/features/feature.server.ts';
import type { Services } from '#src/features/services.server.ts';
import { preferencesData, preferencesEndpoint } from './member/preferences-endpoint.server.ts';

export function preferencesFeature(services: Services) {
  return {
    endpoints: { preferences: preferencesEndpoint(services) },
    memberData: [preferencesData],
  } satisfies Feature;
}
