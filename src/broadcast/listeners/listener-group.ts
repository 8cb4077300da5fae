import type { Socket } from 'node:net';

/** Bytes that may wait for a listener beyond what the kernel holds: 16 s of audio. */
const BACKLOG_BYTES_MAX = 256 * 1024;

interface ListenerOptions {
  socket: Socket;
  withTitles: boolean;
  /** Position in the ring of the first byte that it got. */
  firstByte: number;
  /** Position in the ring up to which it has been sent everything. */
  sent: number;
  /** Bytes of the burst, which may still be waiting. */
  burstBytes: number;
  /** A robot of this station, which is sent everything and counts nowhere [W155]. */
  isRobot: boolean;
  /** The ring's head when the connection came; null once it has stayed long enough to count as heard [R71]. */
  cameAt: number | null;
}

/** A listener: a socket whose response head is sent, fed with what its stream has put on air since the last time. */
export class Listener {
  readonly socket: Socket;
  readonly withTitles: boolean;
  readonly firstByte: number;
  readonly isRobot: boolean;
  cameAt: number | null;
  sent: number;
  /** Its index in the list of its group. */
  index = -1;
  /** Bytes of the burst still waiting to be sent: the lowest figure so far. */
  #burstBacklog: number;

  constructor({ socket, withTitles, isRobot, cameAt, firstByte, sent, burstBytes }: ListenerOptions) {
    this.socket = socket;
    this.withTitles = withTitles;
    this.isRobot = isRobot;
    this.cameAt = cameAt;
    this.firstByte = firstByte;
    this.sent = sent;
    this.#burstBacklog = burstBytes;
  }

  /** Writes a chunk. False when more bytes are waiting than anybody who listens would leave. */
  send(chunk: Buffer): boolean {
    const backlog = this.socket.writableLength;
    if (backlog < this.#burstBacklog) this.#burstBacklog = backlog;
    if (backlog > this.#burstBacklog + BACKLOG_BYTES_MAX) return false;
    // A chunk is a view on the ring and stands only as long as an ordinary backlog may last.
    this.socket.write(backlog > BACKLOG_BYTES_MAX ? Buffer.from(chunk) : chunk);
    return true;
  }
}

/** Listeners that are served at the same moment. All but those who have just joined get the same bytes. */
export class ListenerGroup {
  readonly plain: Listener[] = [];
  readonly withTitles: Listener[] = [];

  get size(): number {
    return this.plain.length + this.withTitles.length;
  }

  add(listener: Listener): void {
    const list = this.#listOf(listener);
    listener.index = list.length;
    list.push(listener);
  }

  /** Moves the last listener of the list to the free index: the order has no meaning here. */
  remove(listener: Listener): void {
    const list = this.#listOf(listener);
    if (list[listener.index] !== listener) return;
    const last = list.pop();
    if (last === undefined || last === listener) return;
    list[listener.index] = last;
    last.index = listener.index;
  }

  #listOf(listener: Listener): Listener[] {
    return listener.withTitles ? this.withTitles : this.plain;
  }
}
