import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { ConnectionBudget } from '#src/broadcast/connections/connection-budget.ts';
import { answerFailure } from '#src/broadcast/http/answer.ts';
import { type Exchange, openExchange } from '#src/broadcast/http/exchange.ts';
import { hasErrorCode, isNoAddressHere } from '#src/platform/errors/error-code.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { createGuardedServer } from './guarded-server.ts';

const CLOSE_GRACE_MS = 2_000;

/** The radio's one port. Listens at once; requests that come before `serve` wait for it. */
export class FrontDoor implements AsyncDisposable {
  readonly #server: Server;
  #handler: ((exchange: Exchange) => void) | null = null;
  #early: Exchange[] = [];

  private constructor(budget: ConnectionBudget) {
    this.#server = createGuardedServer(budget, (request, response) => this.#handle(request, response));
  }

  /** @throws {OperatorError} when the address cannot be had */
  static async open(address: { host: string; port: number }, budget: ConnectionBudget): Promise<FrontDoor> {
    const door = new FrontDoor(budget);
    await new Promise<void>((resolve, reject) => {
      door.#server.once('error', (error) => reject(explained(error, address)));
      door.#server.listen({ ...address, backlog: 4096 }, resolve);
    });
    return door;
  }

  serve(handler: (exchange: Exchange) => void): void {
    this.#handler = handler;
    for (const exchange of this.#early.splice(0)) handler(exchange);
  }

  /** Takes no new connections; what is under way has two seconds to end. */
  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    const impatience = setTimeout(() => this.#server.closeAllConnections(), CLOSE_GRACE_MS);
    await closed;
    clearTimeout(impatience);
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    const exchange = openExchange(request, response);
    // Two `Host` headers (RFC 9112 §3.2): a proxy in front of us may have decided by the other one.
    if (countHosts(request) > 1) answerFailure(exchange, 'two_hosts', { Connection: 'close' });
    else if (this.#handler) this.#handler(exchange);
    else this.#early.push(exchange);
  }
}

function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

function explained(error: Error, { host, port }: { host: string; port: number }): Error {
  if (hasErrorCode(error, 'EADDRINUSE')) {
    return new OperatorError(
      `Port ${port} is already in use.`,
      `Stop the program that uses it, or choose another port: PORT=${port + 1} npm start`,
      { cause: error },
    );
  }
  if (hasErrorCode(error, 'EACCES')) {
    return new OperatorError(
      `Port ${port} may not be used by this account.`,
      'Choose a PORT from 1024 up and let a proxy pass on 80 and 443.',
      { cause: error },
    );
  }
  if (isNoAddressHere(error)) {
    return new OperatorError(
      `HOST=${host} is no address of this machine.`,
      'Set HOST to one that is, or to 0.0.0.0 for all of them.',
      { cause: error },
    );
  }
  return error;
}
