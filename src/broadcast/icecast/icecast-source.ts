import type { Socket } from 'node:net';
import type { Clock } from '#src/platform/clock/clock.ts';
import { ICECAST_ANSWER_MS, type IcecastServer } from './icecast-server.ts';
import { type Trouble, troubleOf } from './icecast-troubles.ts';

const REPLY_BYTES_MAX = 16 * 1024;
const REPLY = /^HTTP\/1\.[01] (\d{3})[^\r\n]*\r?\n(?:[^\r\n]+\r?\n)*\r?\n/;

interface SourceOptions {
  server: IcecastServer;
  /** The request that it begins with. */
  head: string;
  clock: Pick<Clock, 'after'>;
  /** Icecast takes it: from here on what is written is heard. */
  onAir: () => void;
  /** It is over, or has never begun; not called after it was disposed of. */
  onEnd: (trouble: Trouble, reason: string) => void;
}

/**
 * One mount's connection to Icecast. A socket, not a request of `http`: what is written is on its way at once, and how
 * much of it waits can be asked.
 */
export class IcecastSource implements Disposable {
  readonly #options: SourceOptions;
  readonly #patience: Disposable;
  #socket: Socket | null = null;
  #waitingBytes = 0;
  #lastWrite: Promise<void> = Promise.resolve();
  #reply = '';
  #isOnAir = false;
  #isOver = false;

  constructor(options: SourceOptions) {
    this.#options = options;
    this.#patience = options.clock.after(ICECAST_ANSWER_MS, () => this.#end('away', 'no answer'));
    connect(options.server).then(
      (socket) => this.#begin(socket),
      (error: unknown) => this.#end('away', String(error)),
    );
  }

  get isOnAir(): boolean {
    return this.#isOnAir && !this.#isOver;
  }

  /** Bytes that Icecast has not taken, beyond what the kernel holds. */
  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  write(bytes: Uint8Array): void {
    this.#waitingBytes += bytes.length;
    this.#lastWrite = new Promise((taken) =>
      this.#socket?.write(bytes, (error) => {
        // What a connection that has ended did not take still says so afterwards.
        if (!error) this.#waitingBytes -= bytes.length;
        taken();
      }),
    );
  }

  /** Resolves when the kernel has taken what was written so far, or the connection has ended. */
  written(): Promise<void> {
    return this.#lastWrite;
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#patience[Symbol.dispose]();
    this.#socket?.destroy();
  }

  #begin(socket: Socket): void {
    if (this.#isOver) {
      socket.destroy();
      return;
    }
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('error', (error) => this.#end('away', error.message));
    socket.on('close', () => this.#end(...this.#lastWords()));
    socket.on('data', (bytes) => this.#read(bytes));
    socket.write(this.#options.head);
  }

  /** "Go on", then whether it is taken; later it says nothing. */
  #read(bytes: Buffer): void {
    if (this.#isOnAir || this.#reply.length > REPLY_BYTES_MAX) return;
    this.#reply += bytes.toString('utf8');
    for (let head = REPLY.exec(this.#reply); head; head = REPLY.exec(this.#reply)) {
      const status = Number(head[1]);
      // Of a refusal the words are still to come: it is told when the connection ends.
      if (status >= 300) return;
      this.#reply = this.#reply.slice(head[0].length);
      if (status < 200) continue;
      this.#patience[Symbol.dispose]();
      this.#isOnAir = true;
      this.#options.onAir();
      return;
    }
  }

  #lastWords(): [Trouble, string] {
    const head = this.#isOnAir ? null : REPLY.exec(this.#reply);
    if (!head) return ['away', this.#isOnAir ? 'the connection was ended' : 'no answer'];
    const words = this.#reply
      .slice(head[0].length)
      .replaceAll(/<[^>]*>|\s+/g, ' ')
      .trim();
    return [troubleOf(Number(head[1]), words), `${head[1]} ${words.slice(0, 100)}`.trim()];
  }

  #end(trouble: Trouble, reason: string): void {
    if (this.#isOver) return;
    this[Symbol.dispose]();
    this.#options.onEnd(trouble, reason);
  }
}

async function connect({ host, port, isSecure }: IcecastServer): Promise<Socket> {
  // Few stations need either, and TLS takes memory.
  if (!isSecure) return (await import('node:net')).connect({ host, port });
  const { isIP } = await import('node:net');
  return (await import('node:tls')).connect({ host, port, ...(isIP(host) === 0 && { servername: host }) });
}
