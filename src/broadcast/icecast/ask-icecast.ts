import type { Clock } from '#src/platform/clock/clock.ts';
import { request } from '#src/platform/wire/node-http.ts';
import { authorization, type IcecastServer } from './icecast-server.ts';
import { ICECAST_ANSWER_MS } from './icecast-source.ts';

/** [W195] Some four thousand mounts of a server that many stations share. */
export const ICECAST_ANSWER_BYTES_MAX = 4_000_000;

export interface IcecastAnswer {
  readonly status: number;
  /** Null where it is longer than ICECAST_ANSWER_BYTES_MAX: Icecast is well, and the rest is not read. */
  readonly body: string | null;
}

/** Asks Icecast for a document of its own. @throws where no whole answer comes in time */
export function askIcecast(
  server: IcecastServer,
  path: string,
  clock: Pick<Clock, 'after'>,
): Promise<IcecastAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<IcecastAnswer>();
  const ask = server.isSecure ? process.getBuiltinModule('node:https').request : request;
  const headers = { Authorization: authorization(server), 'User-Agent': 'Onde' };
  // A connection of its own: Icecast 2.4 keeps none open.
  const call = ask({ host: server.host, port: server.port, path, headers, agent: false }, (reply) => {
    let body = '';
    reply.setEncoding('utf8');
    reply.on('data', (part: string) => {
      body += part;
      if (body.length <= ICECAST_ANSWER_BYTES_MAX) return;
      resolve({ status: reply.statusCode ?? 0, body: null });
      call.destroy();
    });
    reply.on('end', () => resolve({ status: reply.statusCode ?? 0, body }));
    reply.on('error', reject);
  });
  const patience = clock.after(ICECAST_ANSWER_MS, () => call.destroy(new Error('no answer')));
  call.on('error', reject).end();
  return promise.finally(() => patience[Symbol.dispose]());
}
