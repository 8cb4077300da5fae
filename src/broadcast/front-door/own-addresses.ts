import { answerFailure, answerJson, isAllowed } from '#src/broadcast/http/answer.ts';
import type { Exchange } from '#src/broadcast/http/exchange.ts';
import type { LiveStreams } from '#src/broadcast/mounts/live-streams.ts';
import type { NowPlayingEvents } from '#src/broadcast/now-playing/now-playing-events.ts';

/** The parts that answer the front door's own addresses, and the web process for the rest. */
export interface OwnParts {
  liveStreams: LiveStreams;
  events: NowPlayingEvents;
  titre: (exchange: Exchange) => void;
  fluxaudio: (exchange: Exchange) => void;
  /** `file` is what stands behind `/listen/`. */
  playlist: (exchange: Exchange, file: string) => void;
  /** Whether music is on air, and whether a web process answers. */
  state: () => { broadcast: boolean; web: boolean };
  web: (exchange: Exchange) => void;
}

/** The one table of the front door's own addresses [W58, W64]. */
export function createOwnAddresses(parts: OwnParts): (exchange: Exchange) => void {
  return (exchange) => {
    const { path } = exchange;
    if (path.startsWith('/stream/')) return parts.liveStreams.handle(exchange, path.slice('/stream/'.length));
    if (path.startsWith('/listen/')) return parts.playlist(exchange, path.slice('/listen/'.length));
    switch (path) {
      case '/titre.json':
        return parts.titre(exchange);
      case '/fluxaudio.json':
        return parts.fluxaudio(exchange);
      case '/now-playing/events':
        return parts.events.handle(exchange);
      case '/healthz':
        return answerHealth(exchange);
      case '/readyz':
        return answerReadiness(exchange, parts.state());
      default:
        return parts.web(exchange);
    }
  };
}

function answerHealth(exchange: Exchange): void {
  if (isAllowed(exchange, ['GET', 'HEAD'])) answerJson(exchange, 200, { success: true });
}

/** `?part=web` also asks for a web process; without it a balancer never drops listeners for the sake of pages. */
function answerReadiness(exchange: Exchange, state: { broadcast: boolean; web: boolean }): void {
  if (!isAllowed(exchange, ['GET', 'HEAD'])) return;
  const more = { ...state, data: state };
  if (!state.broadcast) answerFailure(exchange, 'not_on_air', {}, more);
  else if (exchange.query.get('part') === 'web' && !state.web)
    answerFailure(exchange, 'unavailable', {}, more);
  else answerJson(exchange, 200, { success: true, ...more });
}
