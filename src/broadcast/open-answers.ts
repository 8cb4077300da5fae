import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { DataFolder } from '#src/platform/settings/data-folder.ts';
import type { Settings } from '#src/platform/settings/settings.ts';
import type { ProxyTrust } from '#src/platform/wire/proxy-trust.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import type { ConnectionBudget } from './connections/connection-budget.ts';
import { subscribersMax } from './connections/descriptors.ts';
import { ForwardingNotice, requestPeer } from './front-door/forwarding-notice.ts';
import { createOwnAddresses } from './front-door/own-addresses.ts';
import { unavailableAnswer } from './front-door/unavailable-answer.ts';
import type { WebGate } from './front-door/web-gate.ts';
import { WebProxy } from './front-door/web-proxy.ts';
import { withinBudget, withinWebBudget } from './front-door/within-budget.ts';
import type { Exchange } from './http/exchange.ts';
import { adFreeCheck } from './listeners/ad-free-check.ts';
import { LiveStreams } from './mounts/live-streams.ts';
import { NowPlayingEvents } from './now-playing/now-playing-events.ts';
import { createTitreDocument } from './now-playing/titre-document.ts';
import type { OnAir } from './on-air.ts';
import { createFluxaudioDocument } from './stream-list/fluxaudio-document.ts';
import { createPlaylistDocuments } from './stream-list/playlist-documents.ts';

interface AnswersOptions {
  settings: Settings;
  folder: DataFolder;
  config: () => StationConfig;
  onAir: OnAir;
  budget: ConnectionBudget;
  gate: WebGate;
  trust: ProxyTrust;
  /** How many files the process may have open; Infinity when the system does not say. */
  descriptorLimit: number;
  clock: Clock;
  logger: Logger;
}

/** What the front door answers with: broadcast itself at its own addresses, the web process at all others. */
export interface Answers extends Disposable {
  answer: (exchange: Exchange) => void;
}

/** Opens all that answers behind the front door of a station on air. */
export function openAnswers(options: AnswersOptions): Answers {
  const { settings, config, onAir, budget, gate, trust, clock, logger } = options;
  const { mediaBaseUrl, origin, maxListeners, maxPerAddress } = settings;
  const { board, mounts, beforeListener, isSounding } = onAir;
  const refuse = unavailableAnswer({ config, mediaBaseUrl });
  const proxy = new WebProxy({ gate, trust, refuse, clock, logger });
  const peerOf = ({ request }: Exchange) => requestPeer(request, trust);
  const liveStreams = new LiveStreams({
    mounts,
    config,
    origin,
    maxListeners,
    maxPerAddress,
    budget,
    peerOf,
    beforeListener,
    memberOf: adFreeCheck({ secret: options.folder.secret, clock, logger }),
    logger,
  });
  const events = new NowPlayingEvents({
    board,
    subscribersMax: subscribersMax(options.descriptorLimit),
    clock,
    random: Math.random,
  });
  const answer = withinBudget(
    { budget, peerOf, refuse, notice: new ForwardingNotice({ trust, logger }) },
    createOwnAddresses({
      liveStreams,
      events,
      titre: createTitreDocument(board),
      fluxaudio: createFluxaudioDocument({ config, mediaBaseUrl }),
      playlist: createPlaylistDocuments({ config, mediaBaseUrl, origin }),
      state: () => ({ broadcast: isSounding(), web: gate.isReady }),
      web: withinWebBudget({ budget, refuse }, (exchange) => proxy.handle(exchange)),
    }),
  );
  return { answer, [Symbol.dispose]: () => events[Symbol.dispose]() };
}
