import { MINUTE_MS } from '#src/contract/durations.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { siteKey } from '#src/platform/rate-limit/address-key.ts';
import type { Connection } from './address-holdings.ts';
import type { ConnectionBudget } from './connection-budget.ts';
import { peerName, type SendQueues } from './send-queues.ts';

/**
 * Bytes that a peer who reads has under way. Below this, times the connections, no address leaves too much
 * unread.
 */
const ORDINARY_BYTES_A_CONNECTION = 24 * 1024;
/** Looks left out after one that found nothing: a look costs some 10 µs a connection. */
const PAUSE_LOOKS = 10;
/**
 * Least time between two lines of the log: strangers decide how often connections are closed, not how long
 * the log is.
 */
const TELL_EVERY_MS = MINUTE_MS;

/**
 * Closes connections of peers that leave what is sent to them in the kernel's buffers, up to 4 MB each. The
 * memory of all sockets together is cheap to ask for and looked at with each sweep of the budget; each socket's
 * queue only when that is high.
 */
export class UnreadWatch implements Disposable {
  readonly #options: {
    queues: SendQueues;
    budget: ConnectionBudget;
    port: number;
    clock: Clock;
    logger: Logger;
  };
  readonly #looking: Disposable;
  /** Until the next line of the log may be written. */
  #telling: Disposable | null = null;
  /** Bytes that each peer had taken at the last look. */
  #taken = new WeakMap<Connection, number>();
  #pauseLooks = 0;
  #isLooking = false;
  #untold = 0;

  constructor(options: {
    queues: SendQueues;
    budget: ConnectionBudget;
    /** The front door's. */
    port: number;
    clock: Clock;
    logger: Logger;
  }) {
    this.#options = options;
    this.#looking = options.budget.eachSweep(() => void this.look());
  }

  /** Closes the connections of peers that leave too much unread. */
  async look(): Promise<void> {
    const { queues, budget, port } = this.#options;
    if (this.#pauseLooks > 0) this.#pauseLooks -= 1;
    if (budget.size === 0) return;
    const ordinaryBytes = UNREAD_PER_ADDRESS_BYTES + budget.size * ORDINARY_BYTES_A_CONNECTION;
    if (this.#isLooking || this.#pauseLooks > 0 || queues.memoryBytes() < ordinaryBytes) return;
    this.#isLooking = true;
    const waiting = await queues.read(port);
    this.#isLooking = false;
    const unread = this.#unread(waiting);
    const chosen = chooseUnread(unread);
    for (const { connection } of chosen) budget.reset(connection);
    if (unread.length === 0) this.#pauseLooks = PAUSE_LOOKS;
    this.#untold += chosen.length;
    this.#tell();
  }

  [Symbol.dispose](): void {
    this.#looking[Symbol.dispose]();
    this.#telling?.[Symbol.dispose]();
  }

  /** Tells of the first at once, and of later ones once a minute. */
  #tell(): void {
    const { clock, logger } = this.#options;
    if (this.#untold === 0 || this.#telling !== null) return;
    logger.info(
      { connections: this.#untold },
      'broadcast closed connections whose clients read too little of what was sent to them',
    );
    this.#untold = 0;
    this.#telling = clock.after(TELL_EVERY_MS, () => {
      this.#telling = null;
      this.#tell();
    });
  }

  #unread(waiting: ReadonlyMap<string, number>) {
    if (waiting.size === 0) return [];
    return [...this.#options.budget.connections].flatMap((connection) => {
      const { socket, key } = connection;
      const unreadBytes = waiting.get(peerName(socket.remoteAddress ?? '', socket.remotePort ?? 0));
      if (unreadBytes === undefined || key === null) return [];
      const taken = socket.bytesWritten - socket.writableLength - unreadBytes;
      const before = this.#taken.get(connection);
      this.#taken.set(connection, taken);
      return [{ connection, key, unreadBytes, takenBytes: before === undefined ? null : taken - before }];
    });
  }
}

/**
 * Bytes that one address may leave unread in the kernel: a few large downloads on a fast line, or the bursts of
 * as many listeners as an address may be.
 */
export const UNREAD_PER_ADDRESS_BYTES = 16 * 1024 * 1024;
/** The same of a whole /48 of IPv6. */
const UNREAD_PER_SITE_BYTES = 4 * UNREAD_PER_ADDRESS_BYTES;
/**
 * Share of what waited, and number of bytes, either of which a peer that reads has taken since the last look:
 * one that takes a second's sound in a second may have a burst and a round waiting.
 */
const READING_SHARE = 1 / 12;
const READING_BYTES = 64 * 1024;

/** A connection that has much waiting for its peer. */
interface Unread {
  /** addressKey of the peer. */
  readonly key: string;
  readonly unreadBytes: number;
  /** Bytes that the peer has taken since the last look; null at the first. */
  readonly takenBytes: number | null;
}

/**
 * Chooses the connections to close: for each address that leaves too much unread, and then for each /48, those
 * that take nothing and have most waiting.
 */
export function chooseUnread<T extends Unread>(connections: readonly T[]): T[] {
  const chosen = new Set(choosePast(UNREAD_PER_ADDRESS_BYTES, connections, ({ key }) => key));
  const left = connections.filter((one) => !chosen.has(one));
  return [...chosen, ...choosePast(UNREAD_PER_SITE_BYTES, left, ({ key }) => siteKey(key) ?? key)];
}

function choosePast<T extends Unread>(
  mostBytes: number,
  connections: readonly T[],
  holderOf: (one: T) => string,
): T[] {
  return [...Map.groupBy(connections, holderOf).values()].flatMap((ofHolder) => {
    let tooMuch = ofHolder.reduce((sum, { unreadBytes }) => sum + unreadBytes, -mostBytes);
    const chosen: T[] = [];
    for (const one of ofHolder.toSorted((a, b) => b.unreadBytes - a.unreadBytes)) {
      if (tooMuch <= 0) break;
      if (isReading(one)) continue;
      chosen.push(one);
      tooMuch -= one.unreadBytes;
    }
    return chosen;
  });
}

function isReading({ takenBytes, unreadBytes }: Unread): boolean {
  return takenBytes === null || takenBytes >= Math.min(READING_BYTES, unreadBytes * READING_SHARE);
}
