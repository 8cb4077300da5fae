import { connect, createServer, type Socket } from 'node:net';

export interface CutProxy extends AsyncDisposable {
  readonly origin: string;
  /** Ends every connection at once, as a network that is lost does when it is noticed. */
  cut(): void;
}

/** Stands between a browser and the radio. */
export async function openCutProxy(port: number, radioPort: number): Promise<CutProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(radioPort, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.once('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    cut,
    [Symbol.asyncDispose]: () =>
      new Promise((closed) => {
        server.close(() => closed());
        cut();
      }),
  };
}
