import { clientAddressEndpoint } from '#src/features/client-address/client-address.server.ts';
import { historyEndpoint } from '#src/features/history/history.server.ts';
import { latestTracksEndpoint } from '#src/features/home/latest-tracks.server.ts';
import type { WireTable } from '#src/platform/wire/endpoint.ts';
import type { Members } from './members.ts';
import type { WebServices } from './web-services.ts';

/** Every endpoint behind `/api-proxy.php`, by its name on the wire. */
export function createWireTable(services: WebServices, members: Members): WireTable {
  return {
    ...members.endpoints,
    history: historyEndpoint(services),
    ip: clientAddressEndpoint(),
    'latest-tracks': latestTracksEndpoint(services),
  };
}
