import { DOCUMENT_KEPT_SECONDS } from '#src/contract/limits.ts';
import { legalSchema } from '#src/features/legal/legal.wire.ts';
import type { Feature, Services } from '#src/features/services.server.ts';
import { nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { dataReply } from '#src/platform/wire/wire-reply.ts';
import { ownNotice } from './notice/own-notice.server.ts';

export function legalFeature(services: Services) {
  return { endpoints: { legal: legalEndpoint(services) } } satisfies Feature;
}

/** `legal` [W101] */
function legalEndpoint(services: Pick<Services, 'settings' | 'content' | 'station'>) {
  return {
    GET: wireMethod({
      query: nothing,
      body: nothing,
      reply: legalSchema,
      keptSeconds: DOCUMENT_KEPT_SECONDS,
      async run() {
        const station = services.station();
        const own = ownNotice(station, services.settings);
        return dataReply({ ...own, ...services.content.legal, email: station.association.email });
      },
    }),
  };
}
