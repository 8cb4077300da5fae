import { SMTPServer, type SMTPServerAddress } from 'smtp-server';
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

/**
 * @param options.refuse an SMTP reply code for recipients that are not taken; 0 for those that are
 * @param options.port where a server that was down comes up again
 */
export async function startSmtpSink(
  options: { refuse?: (address: string) => number; port?: number } = {},
): Promise<SmtpSink> {
  const mails: ReceivedMail[] = [];
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    authOptional: true,
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
