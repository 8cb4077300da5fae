import { hash } from 'node:crypto';
import { addressKey } from '#src/platform/rate-limit/address-key.ts';

/** Who is connected, as far as a request tells. */
export interface Caller {
  address: string;
  /** What the program calls itself; '' when it does not say. */
  userAgent: string;
}

/** Numbers up to here are kept without a wrapper by the runtime. */
const SMALL_BITS = 30;
/** [R177] Programs of one address that are told apart: made-up ones would be as many listeners. */
export const PROGRAMS_MAX = 1_000;
/** [R177] Distinct listeners that are told apart: beyond, made-up addresses would fill the memory. */
const DISTINCT_MAX = 200_000;

/**
 * Makes numbers of callers by which they can be counted once, and nothing else [R177]. The number of a day comes from
 * a salt that is drawn for the day and kept in memory alone: once it is thrown away nobody can tell who a number was,
 * nor whether somebody was there on another day. A restart draws a new one.
 */
export class DailyHashes {
  readonly #draw: () => string;
  readonly #key: string;
  #salt: string;

  /** @param draw gives as much chance as cannot be guessed, different each time */
  constructor(draw: () => string) {
    this.#draw = draw;
    this.#key = draw();
    this.#salt = draw();
  }

  /** Throws the salt of the day away. */
  renew(): void {
    this.#salt = this.#draw();
  }

  /**
   * The number of a caller for as long as a connection is open: address (in IPv6 the /64) and program, by a key of
   * this process. Of one address there are PROGRAMS_MAX.
   */
  identify({ address, userAgent }: Caller): string {
    const place = `${this.#key}\n${addressKey(address)}`;
    const program = numberOf(`${place}\n${userAgent}`) % PROGRAMS_MAX;
    return hash('sha256', `${place}\n${program}`, 'base64url').slice(0, 16);
  }

  /** The number of today of somebody who was identified. */
  today(identity: string): number {
    return numberOf(`${this.#salt}\n${identity}`);
  }
}

function numberOf(text: string): number {
  return Number.parseInt(hash('sha256', text, 'hex').slice(0, 8), 16) >>> (32 - SMALL_BITS);
}

/** Counts different numbers, up to DISTINCT_MAX. */
export class DistinctCount {
  readonly #seen = new Set<number>();

  get count(): number {
    return this.#seen.size;
  }

  add(number: number): void {
    if (this.#seen.size < DISTINCT_MAX) this.#seen.add(number);
  }
}
