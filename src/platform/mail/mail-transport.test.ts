import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { createSmtpTransport } from './mail-transport.ts';

/** A server that offers no STARTTLS, or one between that hides it, and takes any password. */
async function startPlainServer(refusal: { responseCode: number; words: string } | null = null) {
  const passwords: unknown[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ password }, _session, callback) {
      passwords.push(password);
      callback(null, { user: 'onde' });
    },
    onRcptTo(_address, _session, callback) {
      callback(refusal && Object.assign(new Error(refusal.words), { responseCode: refusal.responseCode }));
    },
    onData(stream, _session, callback) {
      stream.resume();
      stream.on('end', callback);
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.server.address();
  return { passwords, port: typeof address === 'object' && address !== null ? address.port : 0 };
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
    from: 'radio@example.org',
    host: 'example.org',
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
    from: 'radio@example.org',
    host: 'example.org',
  });
  expect(await transport.send('one', MAIL)).toEqual({ kind, reason: `EENVELOPE RCPT TO ${reason}` });
});

test('a mail to nobody is at fault itself, not the server', async () => {
  const { port } = await startPlainServer();
  using transport = createSmtpTransport({
    smtpUrl: `smtp://onde:secret@127.0.0.1:${port}`,
    from: 'radio@example.org',
    host: 'example.org',
  });
  const outcome = await transport.send('one', { ...MAIL, to: '' });
  expect(outcome.kind).toBe('refused');
});
