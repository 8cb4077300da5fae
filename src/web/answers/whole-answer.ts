import type { ServerResponse } from 'node:http';

/**
 * An answer whose body is at hand as bytes. It may be read as that of any answer; `send` does the same without the
 * stream that an answer of the Fetch API makes of them.
 */
export class WholeAnswer extends Response {
  readonly #bytes: Uint8Array<ArrayBuffer> | null;

  constructor(
    bytes: Uint8Array<ArrayBuffer> | null,
    init: { readonly status: number; readonly headers: Headers },
  ) {
    super(bytes, init);
    this.#bytes = bytes;
  }

  /** Sends head and body. */
  send(outgoing: ServerResponse): void {
    outgoing.writeHead(this.status, [...this.headers].flat());
    outgoing.end(this.#bytes ?? undefined);
  }
}
