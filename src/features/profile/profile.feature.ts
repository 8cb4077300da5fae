import type { Feature } from '#src/features/feature.server.ts';
import type { Services } from '#src/features/services.server.ts';
import { changePasswordEndpoint } from './change-password.server.ts';
import { exportEndpoint } from './export-data.server.ts';
import { pictureData, profileEndpoint, profilePictureEndpoint } from './profile.server.ts';

export function profileFeature(services: Services) {
  return {
    endpoints: {
      'change-password': changePasswordEndpoint(services),
      export: exportEndpoint(services),
      profile: profileEndpoint(services),
      'profile-picture': profilePictureEndpoint(services),
    },
    memberData: [pictureData],
  } satisfies Feature;
}
