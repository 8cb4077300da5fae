import { BIT_RATE, SAMPLE_RATE } from '#src/audio/mp3/broadcast-format.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { request } from '#src/platform/wire/node-http.ts';

/** The Icecast of ICECAST_URL. */
export interface IcecastServer {
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
  readonly user: string;
  readonly password: string;
  /** Host and port, for the log. */
  readonly name: string;
}

/** @param address checked when the settings were read */
export function icecastServer(address: string): IcecastServer {
  const { protocol, hostname, port, username, password } = new URL(address);
  const isSecure = protocol === 'https:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const number = port === '' ? (isSecure ? 443 : 80) : Number(port);
  return {
    host,
    port: number,
    isSecure,
    user: decodeURIComponent(username) || 'source',
    password: decodeURIComponent(password),
    name: `${hostname}:${number}`,
  };
}

/** The header by which a source, and what it tells of titles, is let in. */
function authorization({ user, password }: Pick<IcecastServer, 'user' | 'password'>): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/** What Icecast tells listeners of a mount. */
export interface MountWords {
  readonly name: string;
  readonly genre: string;
  readonly description: string;
  /** The station's address. */
  readonly url: string;
  /** Whether a directory of streams may list it. */
  readonly isPublic: boolean;
}

/** Writes the head with which a source begins, as libshout does from 2.4 on; in UTF-8, which Icecast passes on. */
export function sourceHead(server: IcecastServer, path: string, words: MountWords): string {
  const channels = 2;
  const lines = [
    `PUT ${path} HTTP/1.1`,
    `Host: ${server.name}`,
    `Authorization: ${authorization(server)}`,
    'User-Agent: Onde',
    'Content-Type: audio/mpeg',
    'Expect: 100-continue',
    `Ice-Public: ${Number(words.isPublic)}`,
    `Ice-Name: ${oneLine(words.name)}`,
    `Ice-Genre: ${oneLine(words.genre)}`,
    `Ice-Description: ${oneLine(words.description)}`,
    `Ice-URL: ${oneLine(words.url)}`,
    `Ice-Audio-Info: ice-samplerate=${SAMPLE_RATE};ice-bitrate=${BIT_RATE / 1000};ice-channels=${channels}`,
  ];
  return `${lines.filter((line) => !line.endsWith(': ')).join('\r\n')}\r\n\r\n`;
}

function oneLine(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
}

/** [W191] Time for Icecast to say whether it takes a source, and to answer anything else. */
export const ICECAST_ANSWER_MS = 5_000;
/** [W195] Some four thousand mounts of a server that many stations share. */
export const ICECAST_ANSWER_BYTES_MAX = 4_000_000;

interface IcecastAnswer {
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
