import type { Socket } from 'node:net';

/** Who closes the sending side with the request is a player that has asked all it will; later it leaves [W58]. */
const HALF_CLOSE_MS = 1_000;

/**
 * Lets a player hear on that closes its sending side once it has asked [W58]. Node's server would end the
 * connection. Call it in the turn of the request: with that its end may come.
 */
export function outlastHalfClose(socket: Socket): void {
  const enders = socket.listeners('end');
  socket.removeAllListeners('end');
  const restoring = setTimeout(() => {
    if (socket.readableEnded) return;
    socket.on('end', () => {
      for (const ender of enders) Reflect.apply(ender, socket, []);
    });
  }, HALF_CLOSE_MS);
  restoring.unref();
  socket.once('close', () => clearTimeout(restoring));
}
