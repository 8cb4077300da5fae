import { connect, type Socket } from 'node:net';

/** How often what was refused or closed is tried again. */
const AGAIN_MS = 100;

export interface Flood extends Disposable {
  /** Connections that are open at this moment. */
  held(): number;
  /** How often one was refused or closed. */
  lost(): number;
}

/**
 * One address that holds every connection it can get: each of the requests is sent over `connections`, from which
 * nothing is read, and again when one is lost.
 */
export function flood(
  origin: string,
  options: { localAddress: string; requests: readonly string[]; connections: number },
): Flood {
  const { hostname, port } = new URL(origin);
  const { localAddress, requests, connections } = options;
  const sockets = new Set<Socket>();
  let isOver = false;
  let lost = 0;
  const open = (request: string) => {
    if (isOver) return;
    const socket = connect({ port: Number(port), host: hostname, localAddress });
    sockets.add(socket);
    socket.once('connect', () => socket.write(request));
    // A peer that closes is only noticed by reading; of an answer no more than its first bytes.
    socket.once('readable', () => {
      const first = socket.read(16);
      if (first === null || String(first).includes(' 503')) socket.destroy();
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      sockets.delete(socket);
      lost += 1;
      setTimeout(open, AGAIN_MS, request).unref();
    });
  };
  for (let at = 0; at < connections; at += 1) open(requests[at % requests.length] ?? '');
  return {
    held: () => [...sockets].filter(({ connecting }) => !connecting).length,
    lost: () => lost,
    [Symbol.dispose]() {
      isOver = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}
