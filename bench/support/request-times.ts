import { connect, type Socket } from 'node:net';

/** As many at a time as the machine that the goal names has cores. */
const CONNECTIONS = 2;
/**
 * Takes whatever has arrived; kept, so that nothing of the time measured is this process's garbage
 * collection.
 */
const BUFFER_BYTES = 256 * 1024;

/**
 * One GET after another on a few kept connections.
 * @throws for an answer that is no success
 */
export class Requester implements Disposable {
  readonly #connections: Connection[];

  constructor(port: number) {
    this.#connections = Array.from({ length: CONNECTIONS }, () => new Connection(port));
  }

  /**
   * Milliseconds from asking to the last byte, for each path; `CONNECTIONS` of them are under way at a time.
   */
  async time(paths: readonly string[]): Promise<number[]> {
    const times: number[] = [];
    const queue = paths.values();
    const worker = async (connection: Connection) => {
      for (const path of queue) {
        const before = performance.now();
        await connection.get(path);
        times.push(performance.now() - before);
      }
    };
    await Promise.all(this.#connections.map(worker));
    return times;
  }

  [Symbol.dispose](): void {
    for (const connection of this.#connections) connection[Symbol.dispose]();
  }
}

class Connection implements Disposable {
  readonly #socket: Socket;
  readonly #host: string;
  #path = '';
  #head = '';
  /** Null until the head has been read. */
  #bytesLeft: number | null = null;
  #asked = Promise.withResolvers<void>();

  constructor(port: number) {
    this.#host = `127.0.0.1:${port}`;
    const onread = {
      buffer: Buffer.alloc(BUFFER_BYTES),
      callback: (length: number, buffer: Uint8Array) => this.#take(Buffer.from(buffer.buffer, 0, length)),
    };
    this.#socket = connect({ host: '127.0.0.1', port, onread });
    this.#socket.on('error', (error) => this.#asked.reject(error));
    this.#socket.on('close', () => this.#asked.reject(new Error(`${this.#path} was cut short`)));
  }

  get(path: string): Promise<void> {
    this.#path = path;
    this.#head = '';
    this.#bytesLeft = null;
    this.#asked = Promise.withResolvers<void>();
    this.#socket.write(`GET ${path} HTTP/1.1\r\nHost: ${this.#host}\r\n\r\n`);
    return this.#asked.promise;
  }

  /** Whether to go on reading. */
  #take(bytes: Buffer): boolean {
    if (this.#bytesLeft === null) this.#takeHead(bytes);
    else this.#bytesLeft -= bytes.length;
    if (this.#bytesLeft === 0) this.#asked.resolve();
    return true;
  }

  #takeHead(bytes: Buffer): void {
    this.#head += bytes.toString('latin1');
    const end = this.#head.indexOf('\r\n\r\n');
    if (end === -1) return;
    const length = /\r\ncontent-length: (\d+)/i.exec(this.#head)?.[1];
    if (!this.#head.startsWith('HTTP/1.1 200') || length === undefined)
      this.#asked.reject(new Error(`${this.#path} answered ${this.#head.slice(0, end)}`));
    this.#bytesLeft = Number(length) - (this.#head.length - end - 4);
  }

  [Symbol.dispose](): void {
    this.#asked.promise.catch(() => {});
    this.#socket.destroy();
  }
}
