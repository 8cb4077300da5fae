import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { Connection } from './address-holdings.ts';
import type { ConnectionBudget } from './connection-budget.ts';
import { peerName, type SendQueues } from './send-queues.ts';

const LOOK_EVERY_MS = 1_000;
/** Below this sum no address leaves too much unread: peers that read have a few KB each under way. */
const ORDINARY_BYTES_A_CONNECTION = 12 * 1024;
/** After a look that found nothing, this many looks are left out: one costs some 10 µs a connection. */
const PAUSE_LOOKS = 10;
/** Strangers decide how often connections are closed, not how long the log is. */
const TELL_EVERY_MS = 60_000;

/**
 * Finds peers that leave what is sent to them in the kernel's buffers, up to 4 MB each, where it is not seen otherwise.
 * The memory of all sockets together, a cheap figure, is looked at every second; each socket's queue only when that is
 * high.
 */
export class UnreadWatch implements Disposable {
  readonly #options: {
    queues: SendQueues;
    budget: ConnectionBudget;
    port: number;
    clock: Clock;
    logger: Logger;
  };
  readonly #timer: Disposable;
  /** How many bytes each peer had taken at the last look. */
  #taken = new WeakMap<Connection, number>();
  #pauseLooks = 0;
  #isLooking = false;
  #untold = 0;
  #toldMs = Number.NEGATIVE_INFINITY;

  constructor(options: {
    queues: SendQueues;
    budget: ConnectionBudget;
    /** The front door's. */
    port: number;
    clock: Clock;
    logger: Logger;
  }) {
    this.#options = options;
    this.#timer = options.clock.every(LOOK_EVERY_MS, () => void this.look());
  }

  /** Closes the connections of peers that leave too much unread. */
  async look(): Promise<void> {
    const { queues, budget, port } = this.#options;
    this.#tell();
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
    this.#timer[Symbol.dispose]();
  }

  /** The first at once, those that follow a minute at a time. */
  #tell(): void {
    const { clock, logger } = this.#options;
    if (this.#untold === 0 || clock.monotonicMs() - this.#toldMs < TELL_EVERY_MS) return;
    logger.info(
      { connections: this.#untold },
      'broadcast closed connections whose clients read too little of what was sent to them',
    );
    this.#untold = 0;
    this.#toldMs = clock.monotonicMs();
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
 * Bytes that one address may leave unread in the kernel: a few large downloads on a fast line, or 170 streams that
 * stand still.
 */
export const UNREAD_PER_ADDRESS_BYTES = 8 * 1024 * 1024;
/** A peer that has taken a quarter of what waited, or this many bytes, since the last look is reading. */
const READING_SHARE = 1 / 4;
const READING_BYTES = 64 * 1024;

/** A connection that has much waiting for its peer. */
interface Unread {
  /** addressKey of the peer. */
  readonly key: string;
  readonly unreadBytes: number;
  /** Taken by the peer since the last look; null when there was none. */
  readonly takenBytes: number | null;
}

/**
 * The connections to close: of each address that leaves too much unread, the ones with most bytes waiting that take
 * none.
 */
export function chooseUnread<T extends Unread>(connections: readonly T[]): T[] {
  return [...Map.groupBy(connections, ({ key }) => key).values()].flatMap((ofAddress) => {
    let tooMuch = ofAddress.reduce((sum, { unreadBytes }) => sum + unreadBytes, -UNREAD_PER_ADDRESS_BYTES);
    const chosen: T[] = [];
    for (const one of ofAddress.toSorted((a, b) => b.unreadBytes - a.unreadBytes)) {
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
