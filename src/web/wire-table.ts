import { artistBiographyEndpoint } from '#src/features/biography/biography.server.ts';
import { latestAdditionsEndpoint } from '#src/features/charts/latest-additions.server.ts';
import { chartWeeksEndpoint, top20Endpoint } from '#src/features/charts/top20.server.ts';
import { clientAddressEndpoint } from '#src/features/client-address/client-address.server.ts';
import { historyEndpoint } from '#src/features/history/history.server.ts';
import { latestTracksEndpoint } from '#src/features/home/latest-tracks.server.ts';
import { podcastsEndpoint } from '#src/features/podcasts/podcasts.server.ts';
import { artistTracksEndpoint } from '#src/features/track/artist-tracks.server.ts';
import { trackDetailsEndpoint } from '#src/features/track/track-details.server.ts';
import { whatWasThatEndpoint } from '#src/features/what-was-that/what-was-that.server.ts';
import type { WireTable } from '#src/platform/wire/endpoint.ts';
import type { Members } from './members.ts';
import type { WebServices } from './web-services.ts';

/** Every endpoint behind `/api-proxy.php`, by its name on the wire. */
export function createWireTable(services: WebServices, members: Members): WireTable {
  return {
    ...members.endpoints,
    'artist-biography': artistBiographyEndpoint(services),
    'artist-tracks': artistTracksEndpoint(services),
    'chart-weeks': chartWeeksEndpoint(services),
    history: historyEndpoint(services),
    ip: clientAddressEndpoint(),
    'latest-additions': latestAdditionsEndpoint(services),
    'latest-tracks': latestTracksEndpoint(services),
    podcasts: podcastsEndpoint(services),
    top20: top20Endpoint(services),
    'track-details': trackDetailsEndpoint(services),
    'what-was-that': whatWasThatEndpoint(services),
  };
}
