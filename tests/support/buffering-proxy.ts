import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy of a hotel: it hands an answer on once it has all of it, so that what goes on for ever never arrives. */
export interface BufferingProxy extends AsyncDisposable {
  readonly origin: string;
}

/** @param target the origin of the server behind it */
export async function startBufferingProxy(target: string): Promise<BufferingProxy> {
  const server = createServer((asked, answer) => {
    const passedOn = request(
      new URL(asked.url ?? '/', target),
      { method: asked.method, headers: asked.headers },
      (came) => {
        const parts: Buffer[] = [];
        came.on('data', (part: Buffer) => parts.push(part));
        came.on('end', () =>
          answer.writeHead(came.statusCode ?? 502, came.headers).end(Buffer.concat(parts)),
        );
        came.on('error', () => answer.destroy());
      },
    );
    passedOn.on('error', () => answer.destroy());
    answer.once('close', () => passedOn.destroy());
    asked.pipe(passedOn);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
