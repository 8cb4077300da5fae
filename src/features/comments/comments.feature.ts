import type { Feature } from '#src/features/feature.server.ts';
import type { Services } from '#src/features/services.server.ts';
import { commentsData } from './comments-data.server.ts';
import { commentReportsEndpoint, commentsEndpoint, repliesEndpoint } from './comments-endpoint.server.ts';

export function commentsFeature(services: Services) {
  return {
    endpoints: {
      'comment-reports': commentReportsEndpoint(services),
      comments: commentsEndpoint(services),
      replies: repliesEndpoint(services),
    },
    memberData: [commentsData],
  } satisfies Feature;
}
