import { answerFailure, answerJson, isAllowed } from '#src/broadcast/http/answer.ts';
import type { Exchange } from '#src/broadcast/http/exchange.ts';
import type { MetricsDocument } from '#src/broadcast/metrics/metrics-document.ts';
import { GROUP_PATH, type GroupAnswer } from './keeper.wire.ts';

/** A proxy goes to the machine on the air at once; who has none comes back when one has taken over. */
const RETRY_AFTER = { 'Retry-After': '1' };
/** Proxies go on to the next machine at it, and not at the 503 of a full stream: no other machine has room for that one. */
const ELSEWHERE = 502;

interface StandbyAnswersOptions {
  group: () => GroupAnswer;
  metrics: Pick<MetricsDocument, 'handle'>;
  /** Answers for pages, while no web process does. */
  refuse: (exchange: Exchange) => void;
}

/**
 * Answers while another machine of the group is on the air [W188]: nothing is heard here, and proxies are told to look
 * elsewhere.
 */
export function standbyAnswers({
  group,
  metrics,
  refuse,
}: StandbyAnswersOptions): (exchange: Exchange) => void {
  return (exchange) => {
    const { path } = exchange;
    if (path === '/healthz') {
      if (isAllowed(exchange, ['GET', 'HEAD'])) answerJson(exchange, 200, { success: true });
    } else if (path === GROUP_PATH) answerGroup(exchange, group());
    else if (path === '/metrics') metrics.handle(exchange);
    else if (path === '/readyz') {
      const state = { broadcast: false, web: false };
      if (isAllowed(exchange, ['GET', 'HEAD']))
        answerFailure(exchange, 'not_on_air', RETRY_AFTER, { ...state, data: state });
    } else if (path.startsWith('/stream/')) answerFailure(exchange, 'not_on_air', RETRY_AFTER, {}, ELSEWHERE);
    else refuse(exchange);
  };
}

/** Says whether this machine of the group is on the air. */
export function answerGroup(exchange: Exchange, group: GroupAnswer): void {
  if (isAllowed(exchange, ['GET', 'HEAD'])) answerJson(exchange, 200, group);
}

/** Whether a request is refused while the turn is passed on, so that proxies go to the next machine. */
export function isForNext({ path }: Exchange): boolean {
  return path === '/readyz' || path === GROUP_PATH || path.startsWith('/stream/');
}
