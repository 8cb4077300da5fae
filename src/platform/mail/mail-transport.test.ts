import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { createSmtpTransport } from './mail-transport.ts';

/** A server that offers no STARTTLS, or one between that hides it, and takes any password. */
async function startPlainServer() {
  const passwords: unknown[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ password }, _session, callback) {
      passwords.push(password);
      callback(null, { user: 'onde' });
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
