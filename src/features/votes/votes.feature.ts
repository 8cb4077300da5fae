import type { Feature } from '#src/features/feature.server.ts';
import type { Services } from '#src/features/services.server.ts';
import { submitVoteEndpoint, voteStatusEndpoint, votesData } from './votes.server.ts';

export function votesFeature(services: Services) {
  return {
    endpoints: {
      'votes&action=status': voteStatusEndpoint(services),
      'votes&action=submit': submitVoteEndpoint(services),
    },
    memberData: [votesData],
  } satisfies Feature;
}
