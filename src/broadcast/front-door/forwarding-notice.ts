import type { IncomingMessage } from 'node:http';
import type { Logger } from '#src/platform/log/logger.ts';
import type { Settings } from '#src/platform/settings/settings.ts';
import { findPeer, type Peer, plainAddress } from '#src/platform/wire/peer-address.ts';
import type { ProxyTrust } from '#src/platform/wire/proxy-trust.ts';

/** Returns who asks, by the connection and by what trusted proxies say. */
export function requestPeer({ socket, headers }: IncomingMessage, trust: ProxyTrust): Peer {
  const forwarded = headers['x-forwarded-for'];
  return findPeer(
    {
      socketAddress: socket.remoteAddress ?? null,
      forwardedFor: forwarded === undefined ? null : String(forwarded),
    },
    trust,
  );
}

interface ForwardingNoticeOptions {
  trust: ProxyTrust;
  logger: Logger;
}

/**
 * Tells the operator once when requests and settings disagree on proxies: all callers behind an unknown proxy
 * share one limit. A stranger's forged header costs one line at most, and none where no proxy is set.
 */
export class ForwardingNotice {
  readonly #options: ForwardingNoticeOptions;
  #isTold = false;

  constructor(options: ForwardingNoticeOptions) {
    this.#options = options;
  }

  look(request: IncomingMessage): void {
    if (this.#isTold || request.headers['x-forwarded-for'] === undefined) return;
    const { address, isDoubted } = requestPeer(request, this.#options.trust);
    const isUnknownProxy = this.#options.trust.proxies === 0 && this.#options.trust.trusts(address);
    this.#isTold = isDoubted || isUnknownProxy;
    if (isUnknownProxy)
      this.#options.logger.warn(
        'requests come through a proxy, and all who are behind it count as one address: set TRUST_PROXY to the number of proxies in a row, mostly 1',
      );
    else if (isDoubted)
      this.#options.logger.warn(
        'an address that is no trusted proxy says who its requests come from, which does not count: name it in TRUSTED_PROXIES if it is a proxy of yours, else set HOST=127.0.0.1 so that nobody calls beside the proxy',
      );
  }
}

/** Returns the warning at the start when the port is open to more than the proxy. */
export function openBesideProxy({
  host,
  port,
  trustProxy,
}: Pick<Settings, 'host' | 'port' | 'trustProxy'>): string[] {
  if (trustProxy === 0 || isOfThisMachine(host)) return [];
  return [
    `with TRUST_PROXY and HOST=${host}, port ${port} is open beside the proxy, without its TLS, and whoever calls there from a private network may say any address: set HOST=127.0.0.1 if the proxy runs on this machine, else let a firewall admit the proxy alone`,
  ];
}

function isOfThisMachine(host: string): boolean {
  const address = plainAddress(host);
  return host === 'localhost' || address === '::1' || (address?.startsWith('127.') ?? false);
}
