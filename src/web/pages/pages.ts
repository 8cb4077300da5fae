import type { IncomingMessage, ServerResponse } from 'node:http';
import type { renderPage } from '#src/app/entry-server.tsx';
import type { Services } from '#src/features/services.server.ts';
import { wireSearch } from '#src/page/wire/endpoints.ts';
import type { PageServices } from '#src/page/wire/page-services.ts';
import { pagesClientKey, publicStation } from '#src/station/config/public-station.ts';
import type { WireDoor } from '#src/web/wire/wire-door.ts';

/** Answers the addresses of pages: the built application, or a development server. */
export interface Pages {
  /** The `@font-face` rules of the site, for pages that stand by themselves; empty in development. */
  readonly fontFaces: string;
  /**
   * A page, or one of the files it loads. The request is a GET or a HEAD.
   * @param address the real peer's
   */
  answer(request: Request, address: string): Promise<Response>;
  /**
   * Sends a page that is kept, ready as it is, before anything else looks at the request; false, and nothing sent, when
   * there is none.
   */
  sendKept(incoming: IncomingMessage, outgoing: ServerResponse, dress: DressHeaders): boolean;
  /**
   * Renders pages anew from now on: what they are made of has changed.
   * @param tags of those pages [W211]; all when left out
   */
  forget(tags?: readonly string[]): void;
}

/** Adds to the head of an answer what every one carries. */
export type DressHeaders = (headers: Headers, url: URL) => void;

/** The exports of the page application, which is imported at run time. */
interface PageRenderer {
  readonly renderPage: typeof renderPage;
}

/** @throws when the module renders no pages */
export function requireRenderer(imported: unknown): PageRenderer {
  if (isRenderer(imported)) return imported;
  throw new Error('The page application exports no `renderPage`.');
}

function isRenderer(value: unknown): value is PageRenderer {
  return (
    typeof value === 'object' &&
    value !== null &&
    'renderPage' in value &&
    typeof value.renderPage === 'function'
  );
}

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
