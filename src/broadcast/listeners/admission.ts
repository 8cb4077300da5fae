import type { StreamId } from '#src/contract/streams.ts';
import { AddressHolds } from '#src/platform/rate-limit/address-key.ts';
import type { Peer } from '#src/platform/wire/peer-address.ts';

/** An IPv6 site (a /48) may open this many times the streams of a single address. */
const SITE_LISTENERS_FACTOR = 4;

/** After which somebody who was refused may ask again. */
export const RETRY_AFTER_SECONDS = '30';

export type Refusal = 'stream_full' | 'address_full';
/** Why somebody was not let in, as figures have it: one for whom no open file was left is answered as on a full stream. */
export type RefusalCause = Refusal | 'no_room';

interface AdmissionOptions {
  streamMax: number;
  addressMax: number;
}

/** Counts listeners by stream and by address (in IPv6 by /64 and by /48), and decides who may come in. */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #byStream = new Map<StreamId, number>();
  readonly #byAddress: AddressHolds;
  readonly #refused: Record<RefusalCause, number> = { stream_full: 0, address_full: 0, no_room: 0 };

  constructor(options: AdmissionOptions) {
    this.#options = options;
    const { addressMax } = options;
    this.#byAddress = new AddressHolds(addressMax, SITE_LISTENERS_FACTOR * addressMax);
  }

  /** How many listeners were refused since the start, by reason. */
  get refused(): Readonly<Record<RefusalCause, number>> {
    return this.#refused;
  }

  countRefused(cause: RefusalCause): void {
    this.#refused[cause] += 1;
  }

  /**
   * Lets a listener in until `leave` and returns null; else returns the reason of the refusal. The machine
   * itself has no limit by address.
   */
  enter(streamId: StreamId, { address, isThisMachine }: Peer): Refusal | null {
    const onStream = this.#byStream.get(streamId) ?? 0;
    if (onStream >= this.#options.streamMax) return 'stream_full';
    if (!isThisMachine && !this.#byAddress.hasRoom(address)) return 'address_full';
    this.#byStream.set(streamId, onStream + 1);
    this.#byAddress.add(address);
    return null;
  }

  leave(streamId: StreamId, { address }: Peer): void {
    this.#byStream.set(streamId, (this.#byStream.get(streamId) ?? 1) - 1);
    this.#byAddress.remove(address);
  }
}
