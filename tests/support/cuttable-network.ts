import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './free-port.ts';

/** A connection through the proxy: its two ends. */
interface Line {
  readonly near: Socket;
  /** Null while it is not put through. */
  far: Socket | null;
}

/**
 * A way to a server that the test can cut: a proxy as dumb as a cable. A browser's own offline switch does not end what
 * is under way.
 */
export class CuttableNetwork implements AsyncDisposable {
  readonly port: number;
  #targetPort: number;
  readonly #lines = new Set<Line>();
  #server: Server | null = null;
  #isSilent = false;

  private constructor(port: number, targetPort: number) {
    this.port = port;
    this.#targetPort = targetPort;
  }

  /** @param targetPort of 127.0.0.1 */
  static async open(targetPort: number, port?: number): Promise<CuttableNetwork> {
    const network = new CuttableNetwork(port ?? (await freePort()), targetPort);
    await network.#listen();
    return network;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Nothing comes through any more, and nothing ends either: a tunnel. What is under way arrives when it is over. */
  fallSilent(): void {
    this.#isSilent = true;
    this.forget();
  }

  /** What is under way hears nothing any more and never ends, the next ones are taken: a firewall that was restarted. */
  forget(): void {
    for (const { near, far } of this.#lines) {
      far?.unpipe(near);
      near.unpipe(far ?? undefined);
    }
  }

  /** Every connection ends without a good-bye, and none is taken: the device has left its network. */
  async breakOff(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    server?.close();
    for (const { near } of this.#lines) near.resetAndDestroy();
    if (server?.listening) await once(server, 'close');
  }

  /** Every connection ends with a good-bye, and the next ones are taken: a server that was started again. */
  hangUp(): void {
    for (const { near } of this.#lines) near.destroy();
  }

  /** The next connections end at another server: the address has moved. */
  leadTo(targetPort: number): void {
    this.#targetPort = targetPort;
  }

  async mend(): Promise<void> {
    this.#isSilent = false;
    for (const line of this.#lines) this.#putThrough(line);
    if (this.#server === null) await this.#listen();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.breakOff();
  }

  async #listen(): Promise<void> {
    const server = createServer((near) => this.#take(near));
    this.#server = server;
    server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
  }

  #take(near: Socket): void {
    const line: Line = { near, far: null };
    this.#lines.add(line);
    near.on('error', () => {});
    near.once('close', () => {
      this.#lines.delete(line);
      line.far?.destroy();
    });
    if (!this.#isSilent) this.#putThrough(line);
  }

  #putThrough(line: Line): void {
    const { near } = line;
    if (line.far === null) {
      line.far = connect(this.#targetPort, '127.0.0.1');
      line.far.on('error', () => near.destroy());
    }
    near.pipe(line.far);
    line.far.pipe(near);
  }
}
