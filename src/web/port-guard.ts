import type { RequestListener, Server } from 'node:http';
import { ConnectionBudget } from '#src/broadcast/connections/connection-budget.ts';
import { Descriptors, linuxDescriptors } from '#src/broadcast/connections/descriptors.ts';
import { requestPeer } from '#src/broadcast/front-door/forwarding-notice.ts';
import { createGuardedServer } from '#src/broadcast/front-door/guarded-server.ts';
import { answerFailure } from '#src/broadcast/http/answer.ts';
import { openExchange } from '#src/broadcast/http/exchange.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { ProxyTrust } from '#src/platform/wire/proxy-trust.ts';

/** For a caller whose address holds too much: some of it ends soon. */
const RETRY_SECONDS = 30;

/**
 * Guards a port of the web process's own as the radio's is guarded: each address has a share of the connections, and
 * what stands still is given up.
 */
export class PortGuard implements Disposable {
  readonly #trust: ProxyTrust;
  readonly #budget: ConnectionBudget;

  constructor({ trust, clock }: { trust: ProxyTrust; clock: Clock }) {
    this.#trust = trust;
    const descriptors = new Descriptors(linuxDescriptors(), clock);
    this.#budget = new ConnectionBudget({ descriptors, trust, clock });
  }

  createServer(listener: RequestListener): Server {
    return createGuardedServer(this.#budget, (request, response) => {
      const peerOf = () => requestPeer(request, this.#trust);
      if (this.#budget.enter(request.socket, response, peerOf)) listener(request, response);
      else
        answerFailure(openExchange(request, response), 'unavailable', { 'Retry-After': `${RETRY_SECONDS}` });
    });
  }

  [Symbol.dispose](): void {
    this.#budget[Symbol.dispose]();
  }
}
