import { isIPv4, isIPv6, SocketAddress } from 'node:net';

const GROUPS = 8;
const GROUP_BITS = 16;

/**
 * The key by which limits count an address: the address itself, or the /64 of an IPv6 address, since the
 * holder of a /64 has all its addresses (RFC 6177).
 */
export function addressKey(address: string): string {
  return isIPv6(address) ? prefix(address, 64) : address;
}

/**
 * The /48 that an IPv6 address, or the addressKey of one, lies in: what a provider gives to a site, 65,536 of
 * the above. Null for IPv4.
 */
export function siteKey(address: string): string | null {
  const plain = address.replace(/\/64$/, '');
  return isIPv6(plain) ? prefix(plain, 48) : null;
}

/** Counts what each address has of something, in IPv6 each /64 and, all of it together, each /48. */
export class AddressHolds {
  readonly #held = new Map<string, number>();
  readonly #ofOne: number;
  readonly #ofSite: number;

  /** The most that an address, and that a /48, may have. */
  constructor(ofOne: number, ofSite: number) {
    this.#ofOne = ofOne;
    this.#ofSite = ofSite;
  }

  /** Whether an address, or the addressKey of one, may have one more. */
  hasRoom(address: string): boolean {
    return this.#limitsOf(address).every(([key, most]) => this.#heldBy(key) < most);
  }

  /** One more, whether there is room or not, until `remove`. */
  add(address: string): void {
    for (const [key] of this.#limitsOf(address)) this.#held.set(key, this.#heldBy(key) + 1);
  }

  remove(address: string): void {
    for (const [key] of this.#limitsOf(address)) {
      const left = this.#heldBy(key) - 1;
      if (left > 0) this.#held.set(key, left);
      else this.#held.delete(key);
    }
  }

  #heldBy(key: string): number {
    return this.#held.get(key) ?? 0;
  }

  #limitsOf(address: string): [key: string, most: number][] {
    const site = siteKey(address);
    const own: [string, number] = [addressKey(address), this.#ofOne];
    return site === null ? [own] : [own, [site, this.#ofSite]];
  }
}

/**
 * What a line of the log may say of an address, or of the addressKey of one [W119]: `203.0.113.0/24` of IPv4,
 * `2001:db8:1::/48` of IPv6. Null for what is no address.
 */
export function networkKey(address: string): string | null {
  return isIPv4(address) ? address.replace(/\d+$/, '0/24') : siteKey(address);
}

function prefix(address: string, bits: 48 | 64): string {
  return `${ipv6Groups(address)
    .slice(0, bits / GROUP_BITS)
    .join(':')}::/${bits}`;
}

/** The eight groups of an IPv6 address, without leading zeros and zone. */
export function ipv6Groups(address: string): string[] {
  // Node writes each address in its one shortest form (RFC 5952): what is left to do is to write its zeros
  // out.
  const [before = [], after = []] = new SocketAddress({ address, family: 'ipv6' }).address
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  return [...before, ...Array<string>(GROUPS - before.length - after.length).fill('0'), ...after];
}
