import type { Services } from '#src/features/services.server.ts';
import type { PageServices } from '#src/page/wire/page-services.ts';
import { wireSearch } from '#src/page/wire/wire-search.ts';
import { pagesClientKey, publicStation } from '#src/station/config/public-station.ts';
import type { WireDoor } from './wire/wire-door.ts';

/** Pages are rendered for no particular caller. */
const NOBODY = '0.0.0.0';

/** The services of page loaders: the same endpoints as the browser's, called in process. */
export function pageServicesOf(
  services: Pick<Services, 'settings' | 'nowPlaying' | 'station' | 'content'>,
  door: WireDoor,
): PageServices {
  return {
    async callWire(endpoint, parameters, language) {
      const answer = await door.answer({
        method: 'GET',
        search: wireSearch(endpoint, parameters),
        headers: new Headers({ 'x-language': language, 'x-api-key': pagesClientKey(services.settings) }),
        body: null,
        address: NOBODY,
      });
      return answer.body;
    },
    nowPlaying: services.nowPlaying,
    station: () => publicStation(services.station(), services.settings),
    schedule: (streamId) => services.content.schedules.get(streamId) ?? null,
  };
}
