import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * How long a server of ours keeps an idle connection: longer than proxies and balancers do, so that the one in front
 * closes first, and never this side in the middle of a request.
 */
export const KEEP_ALIVE_MS = 75_000;

/** What an answer that lies ready may say: the whole document, or that the caller has it already. */
const STATUS_LINES = { 200: 'HTTP/1.1 200 OK', 304: 'HTTP/1.1 304 Not Modified' };

/**
 * An answer that many are sent as it is. Node puts a head together for each of them, checks every header again and
 * writes head and body as two pieces: more than half of what such an answer costs. Here both lie ready as one piece,
 * made anew once a second for the date.
 */
export class ReadyAnswer {
  readonly #status: keyof typeof STATUS_LINES;
  readonly #head: string;
  readonly #body: Uint8Array;
  readonly #hasDate: boolean;
  #bytes: Buffer = Buffer.alloc(0);
  #second = 0;

  /**
   * @param headers names and values in turn, as valid as Node wants them, with the body's length; without a date, that
   * of the moment is added
   * @param body empty for a 304
   */
  constructor(headers: readonly string[], body: Uint8Array, status: keyof typeof STATUS_LINES = 200) {
    this.#status = status;
    this.#hasDate = headers.some((name, at) => at % 2 === 0 && name.toLowerCase() === 'date');
    const lines = [STATUS_LINES[status]];
    for (let at = 0; at + 1 < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
    lines.push('Connection: keep-alive', `Keep-Alive: timeout=${KEEP_ALIVE_MS / 1000}`);
    this.#head = lines.join('\r\n');
    this.#body = body;
  }

  /**
   * Sends it as the answer to a GET; false, and nothing sent, where Node has to do that: on a connection that ends with
   * this answer, speaks an older HTTP, waits for answers before this one, or has not taken the last one yet.
   */
  send({ httpVersion }: Pick<IncomingMessage, 'httpVersion'>, response: ServerResponse): boolean {
    const { socket } = response;
    if (socket === null || socket.writableLength > 0 || !socket.writable) return false;
    if (httpVersion !== '1.1' || !response.shouldKeepAlive || response.headersSent) return false;
    response.statusCode = this.#status;
    socket.write(this.#now());
    process.nextTick(finish, response);
    return true;
  }

  #now(): Buffer {
    const second = Math.floor(Date.now() / 1000);
    if (second === this.#second || (this.#hasDate && this.#second > 0)) return this.#bytes;
    const date = this.#hasDate ? '' : `\r\nDate: ${new Date(second * 1000).toUTCString()}`;
    this.#bytes = Buffer.concat([Buffer.from(`${this.#head}${date}\r\n\r\n`, 'latin1'), this.#body]);
    this.#second = second;
    return this.#bytes;
  }
}

/** What Node does when it has written an answer: its server goes on with the connection. */
function finish(response: ServerResponse): void {
  response.emit('finish');
}
