import { isLanguage } from '#src/contract/languages.ts';
import type { PageServices } from '#src/page/page-services.ts';
import { publicStation } from '#src/station/public-station.ts';
import type { WebServices } from './web-services.ts';
import type { WireDoor } from './wire/wire-door.ts';

/** Whoever a page is rendered for is nobody in particular. */
const NOBODY = '0.0.0.0';

/** What page loaders get: the same endpoints as the browser, called in process. */
export function pageServicesOf(services: WebServices, door: WireDoor): PageServices {
  return {
    async callWire(endpoint, parameters, language) {
      const answer = await door.answer({
        method: 'GET',
        search: new URLSearchParams({ ...parameters, endpoint }),
        headers: new Headers(isLanguage(language) ? { 'x-language': language } : {}),
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
