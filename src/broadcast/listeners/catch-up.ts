import type { Socket } from 'node:net';
import { BIT_RATE } from '#src/audio/mp3/broadcast-format.ts';
import type { AudioRing } from '#src/broadcast/timeline/audio-ring.ts';
import { AddressHolds } from '#src/platform/rate-limit/address-key.ts';
import type { Peer } from '#src/platform/wire/peer-address.ts';

const BYTES_A_SECOND = BIT_RATE / 8;
/**
 * How many times as fast as it plays sound is sent to those who catch up: a slice every quarter of a second,
 * once the one before is gone, and a larger one when the timer wakes later than that.
 */
const PACE = 8;
const SLICE_BYTES_MIN = 32 * 1024;
/** Audio within which a listener must have caught up; a slower one reads too slowly. */
const CATCH_UP_BYTES = 30 * BYTES_A_SECOND;
/**
 * Limits on how long a slice may wait and how far it may lie behind the tail. It is a view on the ring, valid
 * for 20 s past the tail, so both together stay below that.
 */
const SLICE_WAIT_BYTES = 10 * BYTES_A_SECOND;
const BEHIND_TAIL_BYTES = 8 * BYTES_A_SECOND;

/**
 * A listener who comes back within two minutes and catches up: gets what was missed straight from the ring,
 * but never more at a time than has been taken. The ring's head serves as the clock.
 */
export class CatchUp {
  readonly socket: Socket;
  readonly withTitles: boolean;
  readonly isRobot: boolean;
  /** As a listener has it. */
  cameAt: number | null;
  /** Position of the first byte that it got. */
  readonly firstByte: number;
  /** Position up to which everything was sent. */
  sent: number;
  readonly #startHead: number;
  /** The head when the last slice was sent, and when one was last asked for. */
  #sliceHead: number;
  #lookHead: number;

  /** @param options.sent the burst that was sent ends there */
  constructor(options: {
    socket: Socket;
    withTitles: boolean;
    isRobot: boolean;
    firstByte: number;
    sent: number;
    head: number;
  }) {
    this.socket = options.socket;
    this.withTitles = options.withTitles;
    this.isRobot = options.isRobot;
    this.cameAt = options.head;
    this.firstByte = options.firstByte;
    this.sent = options.sent;
    this.#startHead = options.head;
    this.#sliceHead = options.head;
    this.#lookHead = options.head;
  }

  /** 1 when its first byte lies at or before a position. */
  beganBy(position: number): number {
    return this.firstByte <= position ? 1 : 0;
  }

  /** Where the next slice ends, at most at the ring's head; null while the last one is not gone. */
  sliceEnd(ring: AudioRing): number | null {
    const producedBytes = ring.head - this.#lookHead;
    this.#lookHead = ring.head;
    if (this.socket.writableLength > 0) return null;
    this.#sliceHead = ring.head;
    return Math.min(ring.head, this.sent + Math.max(SLICE_BYTES_MIN, PACE * producedBytes));
  }

  /** Whether the listener is too slow: its next bytes are about to be overwritten, or will be at this pace. */
  isTooSlow(ring: AudioRing): boolean {
    return (
      ring.head - this.#startHead > CATCH_UP_BYTES ||
      (this.socket.writableLength > 0 && ring.head - this.#sliceHead > SLICE_WAIT_BYTES) ||
      this.sent < ring.tail - BEHIND_TAIL_BYTES
    );
  }
}

/**
 * Permits of one address: enough for a household, or for a class whose network came back. Further listeners
 * of the address start live.
 */
const PER_ADDRESS = 8;
/** Permits of a whole /48 of IPv6. */
const PER_SITE = 4 * PER_ADDRESS;

/**
 * Limits how many listeners of one address, and of one /48, catch up at the same time: each takes up to two
 * minutes of audio at once.
 */
export class CatchUpPermits {
  readonly #taken = new AddressHolds(PER_ADDRESS, PER_SITE);

  /**
   * Takes a permit until it is disposed; null when the address, or its /48, has taken all of them. The machine itself
   * may take any number.
   */
  take({ address, isThisMachine }: Peer): Disposable | null {
    if (!isThisMachine && !this.#taken.hasRoom(address)) return null;
    this.#taken.add(address);
    let isHeld = true;
    return {
      [Symbol.dispose]: () => {
        if (!isHeld) return;
        isHeld = false;
        this.#taken.remove(address);
      },
    };
  }
}
