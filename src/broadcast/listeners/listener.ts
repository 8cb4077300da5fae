import type { Socket } from 'node:net';

/** Bytes that may wait for a listener beyond what the kernel holds: 16 s of audio. */
export const BACKLOG_BYTES_MAX = 256 * 1024;

/** Somebody who listens: a socket past its response head, fed with the bytes that all of its group get. */
export class Listener {
  readonly socket: Socket;
  readonly withTitles: boolean;
  /** Place in its group's list. */
  index = -1;
  /** What of the burst was still waiting when least was. */
  #burstBacklog: number;

  constructor(socket: Socket, withTitles: boolean, burstBytes: number) {
    this.socket = socket;
    this.withTitles = withTitles;
    this.#burstBacklog = burstBytes;
  }

  /** Hands on a chunk; false when so much is waiting already that nobody can be listening. */
  send(chunk: Buffer): boolean {
    const backlog = this.socket.writableLength;
    if (backlog < this.#burstBacklog) this.#burstBacklog = backlog;
    if (backlog > this.#burstBacklog + BACKLOG_BYTES_MAX) return false;
    // A chunk is a view on the ring, which stands only as long as an ordinary backlog may last.
    this.socket.write(backlog > BACKLOG_BYTES_MAX ? Buffer.from(chunk) : chunk);
    return true;
  }
}
