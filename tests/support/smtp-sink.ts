import { SMTPServer, type SMTPServerAddress } from 'smtp-server';
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js';
import { type ReadMail, readMime } from './read-mime.ts';

/** A mail as the server took it. */
export interface ReceivedMail extends ReadMail {
  /** From the envelope. */
  readonly to: readonly string[];
  readonly from: string;
}

/** A mail server that keeps what it is given. */
export interface SmtpSink extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** In the order they came. */
  readonly mails: readonly ReceivedMail[];
  /** Waits until this many have come, and gives the last one. */
  received(count: number): Promise<ReceivedMail>;
}

/** Greets at once. The library waits 100 ms to see who talks too soon: half a minute for the mails of one suite. */
class PromptConnection extends SMTPConnection {
  override init(): void {
    this._setListeners(() => this.connectionReady());
  }
}

class PromptServer extends SMTPServer {
  override connect(...[socket, options]: Parameters<SMTPServer['connect']>): void {
    const connection = new PromptConnection(this, socket, options);
    this.connections.add(connection);
    connection.on('error', (error) => this._onError(error));
    connection.init();
  }
}

/**
 * @param options.refuse an SMTP reply code for recipients that are not taken; 0 for those that are
 * @param options.port where a server that was down comes up again
 */
export async function startSmtpSink(
  options: { refuse?: (address: string) => number; port?: number } = {},
): Promise<SmtpSink> {
  const mails: ReceivedMail[] = [];
  const waiting = new Set<() => void>();
  const server = new PromptServer({
    authOptional: true,
    // Nobody asks who calls; a machine without a name server would wait for an answer.
    disableReverseLookup: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }: SMTPServerAddress, _session, callback) {
      const responseCode = options.refuse?.(address) ?? 0;
      if (responseCode === 0) callback();
      else callback(Object.assign(new Error(`not here: ${address}`), { responseCode }));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          ...readMime(Buffer.concat(chunks).toString('utf8')),
          to: rcptTo.map(({ address }) => address),
          from: mailFrom === false ? '' : mailFrom.address,
        });
        callback();
        for (const look of waiting) look();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    received: (count) =>
      new Promise((resolve) => {
        const look = () => {
          const mail = mails[count - 1];
          if (mail === undefined) return;
          waiting.delete(look);
          resolve(mail);
        };
        waiting.add(look);
        look();
      }),
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
