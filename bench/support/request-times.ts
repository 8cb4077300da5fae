import { Agent, get } from 'node:http';

const CONNECTIONS = 4;

/** One GET after another on a few kept connections; throws for an answer that is no success. */
export class Requester implements Disposable {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  /** Milliseconds from asking to the last byte, for each path; `CONNECTIONS` of them are under way at a time. */
  async time(paths: readonly string[]): Promise<number[]> {
    const times: number[] = [];
    const queue = paths.values();
    const worker = async () => {
      for (const path of queue) {
        const before = performance.now();
        await this.#get(path);
        times.push(performance.now() - before);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, worker));
    return times;
  }

  #get(path: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const request = { agent: this.#agent, host: '127.0.0.1', port: this.#port, path };
    get(request, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`${path} answered ${reply.statusCode}`));
      reply.on('end', resolve).on('error', reject).resume();
    }).on('error', reject);
    return promise;
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}
