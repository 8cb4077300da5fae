import { once } from 'node:events';
import * as z from 'zod';

const messageSchema = z.looseObject({
  id: z.optional(z.nullable(z.number())),
  method: z.optional(z.string()),
  params: z.optional(z.unknown()),
  result: z.optional(z.unknown()),
  error: z.optional(z.string()),
  message: z.optional(z.string()),
});

/** Commands and events of WebDriver BiDi (w3.org/TR/webdriver-bidi) over one WebSocket. */
export class BidiSocket {
  readonly #socket: WebSocket;
  readonly #open = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #listeners = new Map<string, (parameters: unknown) => void>();
  #commands = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#take(String(data)));
    socket.addEventListener('close', () => {
      for (const { reject } of this.#open.values()) reject(new Error('The browser has gone.'));
    });
  }

  static async open(address: string): Promise<BidiSocket> {
    const socket = new WebSocket(address);
    await once(socket, 'open');
    return new BidiSocket(socket);
  }

  /** Sends a command and gives its result. */
  command(method: string, parameters: object): Promise<unknown> {
    const id = ++this.#commands;
    const answer = Promise.withResolvers<unknown>();
    this.#open.set(id, answer);
    this.#socket.send(JSON.stringify({ id, method, params: parameters }));
    return answer.promise;
  }

  on(event: string, listener: (parameters: unknown) => void): void {
    this.#listeners.set(event, listener);
  }

  close(): void {
    this.#socket.close();
  }

  #take(text: string): void {
    const { id, method, params, result, error, message } = messageSchema.parse(JSON.parse(text));
    if (method !== undefined) this.#listeners.get(method)?.(params);
    if (typeof id !== 'number') return;
    const answer = this.#open.get(id);
    this.#open.delete(id);
    if (error === undefined) answer?.resolve(result);
    else answer?.reject(new Error(`${error}: ${message}`));
  }
}
