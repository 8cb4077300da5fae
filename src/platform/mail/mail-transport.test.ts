import { once } from 'node:events';
import { createServer, type Server, Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '#src/platform/clock/clock.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { createSmtpTransport } from './mail-transport.ts';

/** A server that offers no STARTTLS, or one between that hides it, and takes any password. */
async function startPlainServer(refusal: { responseCode: number; words: string } | null = null) {
  const passwords: unknown[] = [];
  const port = await startServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ password }, _session, callback) {
      passwords.push(password);
      callback(null, { user: 'onde' });
    },
    onRcptTo(_address, _session, callback) {
      callback(refusal && Object.assign(new Error(refusal.words), { responseCode: refusal.responseCode }));
    },
  });
  return { passwords, port };
}

/** A server that takes any mail; gives its port. */
async function startServer(options: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer({
    ...options,
    onData(stream, _session, callback) {
      stream.resume();
      stream.on('end', callback);
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return portOf(server.server.address());
}

/**
 * A server of a few words, which takes a mail command by command; gives its port.
 * @param meet has each command answered by `reply`, or does something else about it
 * @param other what it says differently, or besides
 */
async function startWordServer(
  meet: (word: string, reply: () => void, socket: Socket) => void,
  other: Readonly<Record<string, string>> = {},
): Promise<number> {
  const replies = {
    EHLO: '250 x',
    MAIL: '250 ok',
    RCPT: '250 ok',
    DATA: '354 go on',
    '.': '250 taken',
    ...other,
  };
  const server = createServer((socket) => {
    const say = (words: string) => void socket.write(`${words}\r\n`);
    say('220 x');
    socket.on('data', (bytes) => {
      for (const [word, words] of Object.entries(replies))
        if (new RegExp(`(^|\\n)${word === '.' ? '\\.\\r' : word}`).test(String(bytes)))
          meet(word, () => say(words), socket);
    });
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return portOf(server.address());
}

function portOf(address: ReturnType<Server['address']>): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const MAIL = { to: 'zoe@example.org', subject: 's', text: 't', html: 'h' };

// `0.0.0.0` leads to this machine without being one of its names.
test.each([
  ['onde:secret@0.0.0.0', '', 'unreachable'],
  ['onde:secret@0.0.0.0', '/?requireTLS=false', 'sent'],
  ['onde:secret@127.0.0.1', '', 'sent'],
  ['onde:secret@localhost', '', 'sent'],
])('a password is not said in the clear over a network: %s%s is %s', async (server, options, kind) => {
  const { passwords, port } = await startPlainServer();
  using transport = createSmtpTransport({
    smtpUrl: `smtp://${server}:${port}${options}`,
    from: () => 'radio@example.org',
    host: 'example.org',
    clock: systemClock,
  });
  expect((await transport.send('one', MAIL)).kind).toBe(kind);
  expect(passwords).toEqual(kind === 'sent' ? ['secret'] : []);
});

test.each([
  [550, '5.1.1 <zoe@example.org>: Recipient address rejected', 'undeliverable', '550 5.1.1'],
  [550, '5.4.1 Recipient address rejected: Access denied', 'undeliverable', '550 5.4.1'],
  [550, 'No such user here', 'undeliverable', '550'],
  [550, '5.6.7 Non-ASCII addresses not permitted', 'undeliverable', '550 5.6.7'],
  [501, 'Bad address syntax', 'undeliverable', '501'],
  [450, '4.2.0 Greylisted', 'refused', '450 4.2.0'],
  [552, '5.2.2 Mailbox full', 'refused', '552 5.2.2'],
  // Of us, whoever the mail is for: no mailbox is missing.
  [554, '5.7.1 <zoe@example.org>: Relay access denied', 'refused', '554 5.7.1'],
  [554, '5.7.1 Service unavailable; Client host [192.0.2.1] blocked', 'refused', '554 5.7.1'],
  [550, '5.7.1 Unauthenticated email is not accepted', 'refused', '550 5.7.1'],
  [550, 'relay not permitted', 'refused', '550'],
  [
    553,
    'sorry, that domain is not in my list of allowed rcpthosts; authentication required',
    'refused',
    '553',
  ],
])('a server that says %d %s to a recipient: the mail is %s', async (responseCode, words, kind, reason) => {
  const { port } = await startPlainServer({ responseCode, words });
  using transport = createSmtpTransport({
    smtpUrl: `smtp://onde:secret@127.0.0.1:${port}`,
    from: () => 'radio@example.org',
    host: 'example.org',
    clock: systemClock,
  });
  expect(await transport.send('one', MAIL)).toEqual({ kind, reason: `EENVELOPE RCPT TO ${reason}` });
});

test('a mail to nobody is at fault itself, not the server', async () => {
  const { port } = await startPlainServer();
  using transport = createSmtpTransport({
    smtpUrl: `smtp://onde:secret@127.0.0.1:${port}`,
    from: () => 'radio@example.org',
    host: 'example.org',
    clock: systemClock,
  });
  const outcome = await transport.send('one', { ...MAIL, to: '' });
  expect(outcome.kind).toBe('refused');
});

test('[W234] a server that greets after half a minute gets its mail, and answers have the time of the standard', async () => {
  const greeted = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    const say = (words: string) => void socket.write(`${words}\r\n`);
    const replies = { EHLO: '250 slow', MAIL: '250 ok', RCPT: '250 ok', DATA: '354 go on', '.': '250 taken' };
    void greeted.promise.then(() => say('220 slow'));
    socket.on('data', (bytes) => {
      for (const [word, reply] of Object.entries(replies))
        if (new RegExp(`(^|\\n)${word === '.' ? '\\.\\r' : word}`).test(String(bytes))) say(reply);
    });
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const port = portOf(server.address());
  // The wait for the greeting alone: sockets have timers of their own.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const patience = vi.spyOn(Socket.prototype, 'setTimeout');
  onTestFinished(() => patience.mockRestore());
  using transport = createSmtpTransport({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: () => 'radio@example.org',
    host: 'example.org',
    clock: systemClock,
  });
  const sent = transport.send('one', MAIL);
  await once(server, 'connection');
  await vi.waitFor(() => expect(patience).toHaveBeenCalled(), PATIENT);
  vi.advanceTimersByTime(30_000);
  greeted.resolve();
  expect(await sent).toEqual({ kind: 'sent' });
  expect(patience).toHaveBeenCalledWith(600_000);
});

test.each([
  ['EHLO', 'unreachable'],
  ['MAIL', 'unreachable'],
  ['RCPT', 'unreachable'],
  ['DATA', 'unreachable'],
  ['.', 'sent'],
])(
  '[W218] a connection that is dead from %s on is given up soon where no mail can have been taken: it is %s',
  async (silentAt, kind) => {
    const clock = new ManualClock();
    const reached = Promise.withResolvers<void>();
    const woken = Promise.withResolvers<void>();
    let taken = 0;
    const port = await startWordServer((word, reply) => {
      if (word === silentAt) reached.resolve();
      if (word === silentAt && word !== '.') return;
      if (word === '.') taken += 1;
      void (word === silentAt ? woken.promise : Promise.resolve()).then(reply);
    });
    using transport = createSmtpTransport({
      smtpUrl: `smtp://127.0.0.1:${port}`,
      from: () => 'radio@example.org',
      host: 'example.org',
      clock,
    });
    const sending = transport.send('one', MAIL);
    await reached.promise;
    clock.advance(179_000);
    expect(await Promise.race([sending, new Promise((resolve) => setImmediate(resolve))])).toBeUndefined();
    clock.advance(1_000);
    woken.resolve();
    expect((await sending).kind).toBe(kind);
    expect(taken).toBe(kind === 'sent' ? 1 : 0);
  },
);

test.each([
  ['RCPT', 'unreachable', 'ECONNECTION CONN'],
  ['.', 'refused', 'ECONNECTION DATA'],
])(
  '[W218] a connection that ends at %s is the fault of that mail alone once it may have been taken: it is %s',
  async (endsAt, kind, reason) => {
    const port = await startWordServer((word, reply, socket) => {
      if (word === endsAt) socket.end();
      else reply();
    });
    using transport = createSmtpTransport({
      smtpUrl: `smtp://127.0.0.1:${port}`,
      from: () => 'radio@example.org',
      host: 'example.org',
      clock: systemClock,
    });
    expect(await transport.send('one', MAIL)).toEqual({ kind, reason });
  },
);

test.each([
  ['127.0.0.1', '', 'sent'],
  ['localhost', '', 'sent'],
  ['0.0.0.0', '', 'unreachable'],
  ['0.0.0.0', '?tls.rejectUnauthorized=false', 'sent'],
  ['127.0.0.1', '?tls.rejectUnauthorized=true', 'unreachable'],
])(
  '[W235] STARTTLS with a certificate that nobody else has signed: at %s%s a mail is %s',
  async (host, options, kind) => {
    const port = await startServer({ authOptional: true, disableReverseLookup: true });
    using transport = createSmtpTransport({
      smtpUrl: `smtp://${host}:${port}/${options}`,
      from: () => 'radio@example.org',
      host: 'example.org',
      clock: systemClock,
    });
    expect((await transport.send('one', MAIL)).kind).toBe(kind);
  },
);

test.each([
  ['127.0.0.1', '', 'sent'],
  ['127.0.0.1', '?requireTLS=true', 'unreachable'],
  ['0.0.0.0', '', 'unreachable'],
])('[W235] STARTTLS that is offered and then refused: at %s%s a mail is %s', async (host, options, kind) => {
  const port = await startWordServer((_word, reply) => reply(), {
    EHLO: '250-x\r\n250 STARTTLS',
    STARTTLS: '454 4.7.0 TLS not available due to local problem',
  });
  using transport = createSmtpTransport({
    smtpUrl: `smtp://${host}:${port}/${options}`,
    from: () => 'radio@example.org',
    host: 'example.org',
    clock: systemClock,
  });
  expect((await transport.send('one', MAIL)).kind).toBe(kind);
});
