import type { ConnectionBudget } from '#src/broadcast/connections/connection-budget.ts';
import type { Exchange } from '#src/broadcast/http/exchange.ts';
import type { Peer } from '#src/platform/wire/peer-address.ts';
import type { ForwardingNotice } from './forwarding-notice.ts';

type Handler = (exchange: Exchange) => void;

interface Budgeted {
  budget: ConnectionBudget;
  peerOf: (exchange: Exchange) => Peer;
  /** Answers what is beyond the share. */
  refuse: Handler;
  notice: ForwardingNotice;
}

/** Calls the handler when the caller's address is within its share; answers 503 otherwise. */
export function withinBudget({ budget, peerOf, refuse, notice }: Budgeted, handle: Handler): Handler {
  return (exchange) => {
    const { request, response } = exchange;
    notice.look(request);
    const isWithin = budget.enter(request.socket, response, () => peerOf(exchange));
    if (isWithin || isStream(exchange)) handle(exchange);
    else refuse(exchange);
  };
}

/** Like withinBudget, for requests that the web process answers: they count twice. */
export function withinWebBudget(
  { budget, refuse }: Pick<Budgeted, 'budget' | 'refuse'>,
  handle: Handler,
): Handler {
  return (exchange) => {
    if (budget.enterWeb(exchange.request.socket, exchange.response)) handle(exchange);
    else refuse(exchange);
  };
}

/** Listeners have a limit of their own. */
function isStream({ path }: Exchange): boolean {
  return path.startsWith('/stream/') && path.endsWith('.mp3');
}
