import type { StreamId } from '#src/spec/streams.ts';

/** Listeners from one address: a school or an office is let in, a flood is not. */
export const LISTENERS_PER_ADDRESS = 200;

export type Refusal = 'stream_full' | 'address_full';

/** Counts who listens, by stream and by address, and says who may come in. */
export class Admission {
  readonly #streamMax: number;
  readonly #byStream = new Map<StreamId, number>();
  readonly #byAddress = new Map<string, number>();

  constructor(streamMax: number) {
    this.#streamMax = streamMax;
  }

  /** Null when there is room; then the place is taken until `leave`. The machine itself is under no address limit. */
  enter(streamId: StreamId, address: string): Refusal | null {
    const onStream = this.#byStream.get(streamId) ?? 0;
    if (onStream >= this.#streamMax) return 'stream_full';
    const fromAddress = this.#byAddress.get(address) ?? 0;
    if (fromAddress >= LISTENERS_PER_ADDRESS && !isLoopback(address)) return 'address_full';
    this.#byStream.set(streamId, onStream + 1);
    this.#byAddress.set(address, fromAddress + 1);
    return null;
  }

  leave(streamId: StreamId, address: string): void {
    this.#byStream.set(streamId, (this.#byStream.get(streamId) ?? 1) - 1);
    const fromAddress = (this.#byAddress.get(address) ?? 1) - 1;
    if (fromAddress > 0) this.#byAddress.set(address, fromAddress);
    else this.#byAddress.delete(address);
  }
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}
