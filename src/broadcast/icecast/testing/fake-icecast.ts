import { createServer, type Socket } from 'node:net';
import { icecastServer } from '../icecast-server.ts';

const TAKEN = 'HTTP/1.1 100 Continue\r\nContent-Length: 0\r\n\r\nHTTP/1.0 200 OK\r\n\r\n';

/** What happened, in order: a title, or sound. */
export type Event = { title: string } | { mount: string; bytes: Buffer };

/** Something that speaks as Icecast 2.4 does, and can be told to refuse, to be silent and not to read. */
export async function openFakeIcecast() {
  const sockets = new Set<Socket>();
  const state = {
    /** What a source is answered. */
    reply: TAKEN,
    /** What is answered to a title. */
    titleReply: 'HTTP/1.0 200 OK\r\n\r\n<iceresponse><return>1</return></iceresponse>',
    /** What `/status-json.xsl` says; null: nothing ever. */
    status: '{"icestats":{}}' as string | null,
    reads: true,
    heads: [] as string[],
    events: [] as Event[],
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    let head = '';
    let mount = '';
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (bytes) => {
      if (mount !== '') {
        state.events.push({ mount, bytes });
        return;
      }
      head += bytes.toString('utf8');
      if (!head.includes('\r\n\r\n')) return;
      const [, method = '', target = ''] = /^(\S+) (\S+)/.exec(head) ?? [];
      if (method === 'PUT') {
        state.heads.push(head);
        socket.write(state.reply);
        if (state.reply !== TAKEN) socket.end();
        else mount = target;
        if (!state.reads) socket.pause();
      } else if (target.startsWith('/admin/metadata')) {
        const query = new URL(target, 'http://icecast').searchParams;
        // What was sent before it on another connection may still lie in that one's socket.
        setImmediate(() =>
          setImmediate(() => {
            state.events.push({ title: query.get('song') ?? '' });
            socket.end(state.titleReply);
          }),
        );
      } else if (state.status !== null) socket.end(`HTTP/1.0 200 OK\r\n\r\n${state.status}`);
    });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    state,
    server: icecastServer(`http://source:p%40ss@127.0.0.1:${port}`),
    /** Reads what it did not. */
    readOn: () => {
      for (const socket of sockets) socket.resume();
    },
    /** Ends all connections, as a crash does. */
    cutAll,
    /** What came for the mount since the last time. */
    heard(mount: string): Buffer {
      const parts = state.events.flatMap((one) => ('bytes' in one && one.mount === mount ? [one.bytes] : []));
      return Buffer.concat(parts);
    },
    [Symbol.asyncDispose]: () => {
      cutAll();
      return new Promise<void>((done) => void server.close(() => done()));
    },
  };
}
