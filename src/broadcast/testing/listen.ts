import { connect, type Socket } from 'node:net';

/** What one connection got. */
export interface Heard extends Disposable {
  socket: Socket;
  /** Status line and headers, names in lower case. */
  head(): Promise<{ status: number; headers: Map<string, string> }>;
  /** The body so far. */
  body(): Buffer;
  /**
   * Resolves when the body has grown to this many bytes.
   * @throws when the connection ends before
   */
  bytes(count: number): Promise<Buffer>;
  ended: Promise<void>;
}

export interface ListenOptions {
  headers?: Record<string, string>;
  method?: string;
  /** Any of 127.0.0.0/8: the address that the radio sees. */
  localAddress?: string;
}

/** Listens as a player does: one request over a plain socket, every byte kept. */
export function listen(
  origin: string,
  path: string,
  { headers = {}, method = 'GET', localAddress }: ListenOptions = {},
): Heard {
  const { hostname, port } = new URL(origin);
  const socket = connect({ port: Number(port), host: hostname, ...(localAddress && { localAddress }) });
  const lines = Object.entries({ Host: hostname, ...headers }).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  const chunks: Buffer[] = [];
  const watchers = new Set<() => void>();
  let isEnded = false;
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    for (const watcher of watchers) watcher();
  });
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      isEnded = true;
      resolve();
      for (const watcher of watchers) watcher();
    };
    socket.on('error', end).on('close', end);
  });
  const all = () => {
    if (chunks.length > 1) chunks.splice(0, chunks.length, Buffer.concat(chunks));
    return chunks[0] ?? Buffer.alloc(0);
  };
  const bodyStart = () => all().indexOf('\r\n\r\n') + 4;
  const until = <T>(found: () => T | null): Promise<T> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const value = found();
        if (value === null && !isEnded) return;
        watchers.delete(look);
        if (value === null) reject(new Error(`the connection ended after ${all().length} bytes`));
        else resolve(value);
      };
      watchers.add(look);
      look();
    });
  const body = () => (bodyStart() < 4 ? Buffer.alloc(0) : all().subarray(bodyStart()));
  return {
    socket,
    ended,
    body,
    head: () =>
      until(() => (bodyStart() < 4 ? null : parseHead(all().toString('latin1', 0, bodyStart() - 4)))),
    bytes: (count) => until(() => (body().length < count ? null : body())),
    [Symbol.dispose]: () => socket.destroy(),
  };
}

function parseHead(text: string) {
  const [statusLine = '', ...lines] = text.split('\r\n');
  const headers = new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  return { status: Number(statusLine.split(' ')[1]), headers };
}
