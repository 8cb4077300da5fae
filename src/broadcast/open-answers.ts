import type { Clock } from '#src/platform/clock/clock.ts';
import { readLastBackup } from '#src/platform/last-backup/last-backup.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { DataFolder } from '#src/platform/settings/data-folder.ts';
import type { Settings } from '#src/platform/settings/settings.ts';
import type { Peer } from '#src/platform/wire/peer-address.ts';
import type { ProxyTrust } from '#src/platform/wire/proxy-trust.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import { isFileAddress } from '#src/station/media-addresses.ts';
import type { ConnectionBudget } from './connections/connection-budget.ts';
import { subscribersMax } from './connections/descriptors.ts';
import { ForwardingNotice, requestPeer } from './front-door/forwarding-notice.ts';
import { KeptPages } from './front-door/kept-pages.ts';
import { unavailableAnswer } from './front-door/unavailable-answer.ts';
import type { WebGate } from './front-door/web-gate.ts';
import { WebProxy } from './front-door/web-proxy.ts';
import { GROUP_PATH, type GroupAnswer } from './group/keeper.wire.ts';
import { answerGroup } from './group/standby-answers.ts';
import { HlsAnswers } from './hls/hls-answers.ts';
import { HlsListeners } from './hls/hls-listeners.ts';
import { SegmentTags } from './hls/segment-tags.ts';
import { answerFailure, answerJson, isAllowed } from './http/answer.ts';
import type { Exchange } from './http/exchange.ts';
import type { IcecastFigure } from './icecast/icecast-push.ts';
import type { IcecastServer } from './icecast/icecast-server.ts';
import { LISTENER_CHECK_PATH, ListenerCheck } from './icecast/listener-check.ts';
import { AdFreePermits, adFreeCheck } from './listeners/ad-free.ts';
import { Admission } from './listeners/admission.ts';
import { Robots } from './listeners/robots.ts';
import { MetricsDocument } from './metrics/metrics-document.ts';
import { MarksDocuments } from './now-playing/marks-documents.ts';
import { createTitreDocument } from './now-playing/now-playing-board.ts';
import { NowPlayingEvents } from './now-playing/now-playing-events.ts';
import { OutsideAnswers } from './outside/outside-answers.ts';
import { createFluxaudioDocument, createPlaylistDocuments } from './stream-list/stream-documents.ts';
import { LiveStreams } from './streams/live-streams.ts';
import type { OnAir } from './streams/on-air.ts';
import type { QueryFigures, RobotHeard } from './supervision/web-process.wire.ts';

interface AnswersOptions {
  settings: Settings;
  folder: DataFolder;
  config: () => StationConfig;
  onAir: OnAir;
  budget: ConnectionBudget;
  gate: WebGate;
  /** Whether the web process has pages. */
  withPages: boolean;
  trust: ProxyTrust;
  /** How many files the process may have open; Infinity when the system does not say. */
  descriptorLimit: number;
  /** What the station's robots heard last, by stream and device. */
  robotsHeard: () => Iterable<RobotHeard>;
  /** How much the web process has asked the database. */
  queries: () => QueryFigures | null;
  /** The Icecast of ICECAST_URL; null without one. */
  icecast: IcecastServer | null;
  atIcecast: () => Iterable<IcecastFigure>;
  /** How this machine stands in its group; null without one. */
  group: (() => GroupAnswer) | null;
  clock: Clock;
  logger: Logger;
}

/** What the front door answers with: broadcast itself at its own addresses, the web process at all others. */
export interface Answers extends Disposable {
  answer: (exchange: Exchange) => void;
}

/** Opens all that answers behind the front door of a station on air. */
export function openAnswers(options: AnswersOptions): Answers {
  const { settings, config, onAir, budget, gate, withPages, trust, clock, logger } = options;
  const { mediaBaseUrl, origin, maxListeners, maxPerAddress } = settings;
  const { board, figures, mounts, countedMs, beforeListener, soundsOn, isSounding } = onAir;
  const refuse = unavailableAnswer({ config, mediaBaseUrl });
  const keptPages = new KeptPages(clock);
  const onReply = keptPages.copy.bind(keptPages);
  const proxy = new WebProxy({ gate, trust, refuse, onReply, clock, logger });
  const askWeb = withinWebBudget({ budget, refuse }, (exchange) => proxy.handle(exchange));
  const peerOf = ({ request }: Exchange) => requestPeer(request, trust);
  const { secret } = options.folder;
  const admission = new Admission({ streamMax: maxListeners, addressMax: maxPerAddress });
  const adFree = new AdFreePermits();
  const memberOf = adFreeCheck({ secret, clock, logger });
  const robots = new Robots({ secret, clock, logger });
  const hlsListeners = new HlsListeners({ admission, adFree, clock });
  const hls = new HlsAnswers({
    listeners: hlsListeners,
    robots,
    peerOf,
    memberOf,
    tags: new SegmentTags(secret),
    onSent({ streamId }, variant, { first, end }, caller) {
      const frames = { fromFrame: first, untilFrame: end };
      const progress = figures.segmentSent({ streamId, variant }, caller, frames);
      mounts.get(streamId)?.audiences[variant].sound.segmentSent(first, end, progress);
    },
    clock,
  });
  const liveStreams = new LiveStreams({
    mounts,
    config,
    origin,
    admission,
    adFree,
    hls,
    budget,
    peerOf,
    beforeListener,
    memberOf,
    marks: new MarksDocuments({
      board,
      countedMs,
      beforeMarks(streamId) {
        const mount = mounts.get(streamId);
        if (mount) beforeListener(mount);
      },
    }),
    robots,
    figures,
    logger,
  });
  const events = new NowPlayingEvents({
    board,
    subscribersMax: subscribersMax(options.descriptorLimit),
    clock,
    random: Math.random,
  });
  const metrics = new MetricsDocument({
    measured: {
      clock,
      group: settings.broadcastGroup,
      connections: () => budget.size,
      music: {
        figures,
        mounts: () => mounts.values(),
        isSounding: soundsOn,
        lacksMusic: ({ streamId, playout }) => playout.isOnBed && board.hasShown(streamId),
        robots: () => robots.listening,
        refused: () => admission.refused,
        subscribers: () => events.subscribers,
        isWebReady: () => gate.isReady,
        queries: options.queries,
        robotsHeard: options.robotsHeard,
        atIcecast: options.atIcecast,
        lastBackup: () => readLastBackup(options.folder.lastBackup),
      },
    },
    token: settings.metricsToken,
    logger,
  });
  const icecast =
    options.icecast && new ListenerCheck({ server: options.icecast, memberOf, adFree, peerOf, clock });
  const { autodjKey } = settings;
  const outside =
    autodjKey === null
      ? null
      : new OutsideAnswers({
          key: autodjKey,
          rotation: onAir.outside,
          config,
          folder: options.folder,
          origin,
          peerOf,
          clock,
          logger,
        });
  const answer = withinBudget(
    { budget, peerOf, refuse, notice: new ForwardingNotice({ trust, logger }) },
    createOwnAddresses({
      liveStreams,
      metrics,
      events,
      icecast,
      outside,
      titre: createTitreDocument(board),
      fluxaudio: createFluxaudioDocument({ config, mediaBaseUrl }),
      playlist: createPlaylistDocuments({ config, mediaBaseUrl, origin }),
      group: options.group,
      state: () => ({ broadcast: isSounding(), web: withPages && gate.isReady }),
      web(exchange) {
        if (!withPages && !isFileAddress(exchange.path)) refuse(exchange);
        else if (!keptPages.answer(exchange)) askWeb(exchange);
      },
    }),
  );
  return {
    answer(exchange) {
      metrics.begin(exchange);
      answer(exchange);
    },
    [Symbol.dispose]() {
      icecast?.[Symbol.dispose]();
      hlsListeners[Symbol.dispose]();
      events[Symbol.dispose]();
    },
  };
}

/** The parts that answer the front door's own addresses, and the web process for the rest. */
interface OwnParts {
  liveStreams: LiveStreams;
  metrics: MetricsDocument;
  events: NowPlayingEvents;
  /** Null where no Icecast asks. */
  icecast: ListenerCheck | null;
  /** Null where no outside playout may ask. */
  outside: OutsideAnswers | null;
  titre: (exchange: Exchange) => void;
  fluxaudio: (exchange: Exchange) => void;
  /** `file` is what stands behind `/listen/`. */
  playlist: (exchange: Exchange, file: string) => void;
  /** How this machine stands in its group; null without one. */
  group: (() => GroupAnswer) | null;
  /** Whether music is on air, and whether a web process answers. */
  state: () => { broadcast: boolean; web: boolean };
  web: (exchange: Exchange) => void;
}

/** The one table of the front door's own addresses [W58, W64]. */
function createOwnAddresses(parts: OwnParts): (exchange: Exchange) => void {
  return (exchange) => {
    const { path } = exchange;
    if (path.startsWith('/stream/')) return parts.liveStreams.handle(exchange, path.slice('/stream/'.length));
    if (parts.outside?.handle(exchange)) return;
    if (path.startsWith('/listen/')) return parts.playlist(exchange, path.slice('/listen/'.length));
    if (path === GROUP_PATH && parts.group !== null) return answerGroup(exchange, parts.group());
    switch (path) {
      case '/titre.json':
        return parts.titre(exchange);
      case '/fluxaudio.json':
        return parts.fluxaudio(exchange);
      case '/now-playing/events':
        return parts.events.handle(exchange);
      case LISTENER_CHECK_PATH:
        return parts.icecast ? parts.icecast.handle(exchange) : parts.web(exchange);
      case '/metrics':
        return parts.metrics.handle(exchange);
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

/**
 * Answers `/readyz`. `?part=web` also asks for a web process; without it a balancer never drops listeners for
 * the sake of pages.
 */
function answerReadiness(exchange: Exchange, state: { broadcast: boolean; web: boolean }): void {
  if (!isAllowed(exchange, ['GET', 'HEAD'])) return;
  const more = { ...state, data: state };
  if (!state.broadcast) answerFailure(exchange, 'not_on_air', {}, more);
  else if (exchange.query.get('part') === 'web' && !state.web)
    answerFailure(exchange, 'unavailable', {}, more);
  else answerJson(exchange, 200, { success: true, ...more });
}

type Handler = (exchange: Exchange) => void;

interface Budgeted {
  budget: ConnectionBudget;
  peerOf: (exchange: Exchange) => Peer;
  /** Answers requests beyond the share. */
  refuse: Handler;
  notice: ForwardingNotice;
}

/** Calls the handler when the caller's address is within its share; answers 503 otherwise. */
function withinBudget({ budget, peerOf, refuse, notice }: Budgeted, handle: Handler): Handler {
  return (exchange) => {
    const { request, response } = exchange;
    notice.look(request);
    const isWithin = budget.enter(request.socket, response, () => peerOf(exchange));
    if (isWithin || isStream(exchange)) handle(exchange);
    else refuse(exchange);
  };
}

/** Like withinBudget, for requests that the web process answers: they take two connections. */
function withinWebBudget({ budget, refuse }: Pick<Budgeted, 'budget' | 'refuse'>, handle: Handler): Handler {
  return (exchange) => {
    if (budget.enterWeb(exchange.request.socket, exchange.response)) handle(exchange);
    else refuse(exchange);
  };
}

/** Whether a listener asks, for whom there is a limit of its own. A segment is a document like others. */
function isStream({ path }: Exchange): boolean {
  return /^\/stream\/[^/]+\.mp3$/.test(path);
}
