import type { Socket } from 'node:net';
import { addressKey, siteKey } from '#src/platform/rate-limit/address-key.ts';

/** Of the descriptors that are free, or would be without it, one address has this share; a site, in IPv6, twice that. */
const SHARE = 1 / 4;
const SITE_SHARE = 1 / 2;
/** A school behind one address is many people; more than this is none. */
export const DESCRIPTORS_PER_ADDRESS_MAX = 512;
/** However little is free: a browser's six connections, what they ask the web process for, and events. */
export const DESCRIPTORS_PER_ADDRESS_MIN = 16;
const DESCRIPTORS_PER_SITE_MAX = 4 * DESCRIPTORS_PER_ADDRESS_MAX;

/** What one address, or a whole /48 of them, holds besides the streams that it hears. */
interface Held {
  descriptors: number;
}

/** One address (in IPv6, one /64) with its connections. */
export interface Holder extends Held {
  readonly key: string;
  readonly site: string | null;
  readonly connections: Set<Connection>;
  /** The round of the sweep in which a request of it was last refused. */
  refusedIn: number | null;
}

/** One open connection at the front door. */
export interface Connection {
  readonly socket: Socket;
  /** Who is charged with it; null while it carries a stream, which is counted with the listeners. */
  holder: Holder | null;
  /** addressKey of the last one who was; null for the machine itself. */
  key: string | null;
  /** Requests that are being answered. Without any it is idle: new, waiting for the rest of a head, or kept alive. */
  requests: number;
  /** The round of the sweep in which it became idle. */
  idleSince: number;
}

/** Who holds how many descriptors; knows only those that hold any. */
export class AddressHoldings {
  readonly #holders = new Map<string, Holder>();
  readonly #sites = new Map<string, Held>();

  get holders(): Iterable<Holder> {
    return this.#holders.values();
  }

  /** The holder that an address belongs to; it is forgotten again unless something is charged to it. */
  of(address: string): Holder {
    const key = addressKey(address);
    return (
      this.#holders.get(key) ?? {
        key,
        site: siteKey(address),
        connections: new Set(),
        refusedIn: null,
        descriptors: 0,
      }
    );
  }

  /** So many descriptors more; fewer with a negative number. */
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

  /** By how many descriptors the holder, or its site, is past its share of `free`; at most 0 when it is not. */
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
