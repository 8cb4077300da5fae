import type { Socket } from 'node:net';
import { addressKey, siteKey } from '#src/platform/rate-limit/address-key.ts';

/**
 * Share of the descriptors free without it that one address may take; an IPv6 site (a /48) may take twice
 * that.
 */
const SHARE = 1 / 4;
const SITE_SHARE = 1 / 2;
/** Most connections of one address: a school is many people behind one address, but never more than this. */
const DESCRIPTORS_PER_ADDRESS_MAX = 512;
/**
 * Fewest connections of one address, however little is free: a browser's six, their calls of the web process, and
 * events.
 */
const DESCRIPTORS_PER_ADDRESS_MIN = 16;
const DESCRIPTORS_PER_SITE_MAX = 4 * DESCRIPTORS_PER_ADDRESS_MAX;

/** How many descriptors one address, or a whole /48 of addresses, holds besides the streams that it hears. */
interface Held {
  descriptors: number;
}

/** One address (in IPv6, one /64) with its connections. */
export interface Holder extends Held {
  readonly key: string;
  readonly site: string | null;
  readonly connections: Set<Connection>;
  /** Those of them without a request, the one that has waited longest first. */
  readonly idle: Set<Connection>;
  /** The round of the sweep in which a request of this address was last refused. */
  refusedIn: number | null;
}

/** One open connection at the front door. */
export interface Connection {
  readonly socket: Socket;
  /** Whether it is a trusted proxy's, on which requests of many come. */
  readonly isProxy: boolean;
  /**
   * The address that this connection counts for; null while it carries a stream, which counts among the
   * listeners.
   */
  holder: Holder | null;
  /**
   * addressKey of the last address that it counted for; null for the machine itself, and for a proxy before its first
   * request.
   */
  key: string | null;
  /** Requests that have come and wait for their answers, those included that are not let in. */
  waiting: number;
  /** Requests that are being answered. Without any it is idle: new, waiting for the rest of a head, or kept alive. */
  requests: number;
  /** The round of the sweep in which it became idle. */
  idleSince: number;
}

/** How many descriptors each address holds. Only addresses that hold some are kept. */
export class AddressHoldings {
  readonly #holders = new Map<string, Holder>();
  readonly #sites = new Map<string, Held>();

  get holders(): Iterable<Holder> {
    return this.#holders.values();
  }

  /** Returns the entry of an address. It is forgotten again unless something is charged to it. */
  of(address: string): Holder {
    const key = addressKey(address);
    return (
      this.#holders.get(key) ?? {
        key,
        site: siteKey(address),
        connections: new Set(),
        idle: new Set(),
        refusedIn: null,
        descriptors: 0,
      }
    );
  }

  /** Returns the entry of a key; null where it holds nothing. */
  known(key: string | null): Holder | null {
    return (key !== null && this.#holders.get(key)) || null;
  }

  /** Adds this many descriptors; a negative number takes some away. */
  charge(holder: Holder, count: number): void {
    holder.descriptors += count;
    if (holder.descriptors > 0) this.#holders.set(holder.key, holder);
    else this.#holders.delete(holder.key);
    if (holder.site === null) return;
    const site = this.#sites.get(holder.site) ?? { descriptors: 0 };
    site.descriptors += count;
    if (site.descriptors > 0) this.#sites.set(holder.site, site);
    else this.#sites.delete(holder.site);
  }

  /**
   * Returns how many descriptors the address, or its site, is past its share of `free`; 0 or less within it.
   */
  excess(holder: Holder, free: number): number {
    const own = holder.descriptors - share(holder, free, SHARE, DESCRIPTORS_PER_ADDRESS_MAX);
    const site = holder.site === null ? undefined : this.#sites.get(holder.site);
    if (site === undefined) return own;
    return Math.max(own, site.descriptors - share(site, free, SITE_SHARE, DESCRIPTORS_PER_SITE_MAX));
  }
}

function share({ descriptors }: Held, free: number, part: number, most: number): number {
  return Math.min(most, Math.max(DESCRIPTORS_PER_ADDRESS_MIN, Math.floor((free + descriptors) * part)));
}
