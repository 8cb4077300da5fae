import { afterEach, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { callSite } from '../support/site-members.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { registration } from '../support/start-members.ts';
import { FERRY, type Site, startSite } from '../support/start-site.ts';

let open = new AsyncDisposableStack();
afterEach(async () => {
  await open.disposeAsync();
  open = new AsyncDisposableStack();
});

/** Resolves when a mail has been tried in vain and waits for its next turn: one under way would wait for two minutes. */
async function untilPostponed(site: Site): Promise<void> {
  while (!site.output.some((line) => line.includes('the mail server takes no mail')))
    await new Promise((resolve) => setTimeout(resolve, 50));
}

test('a mail that could not be sent goes out after the radio was killed and the mail server is back', async () => {
  const port = await freePort();
  const mail = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'radio@example.org' };
  const site = open.use(await startSite([FERRY], mail));
  const registered = await callSite(site, 'register', registration('early_bird'), { 'x-language': 'fr' });
  expect(registered).toMatchObject({ emailSent: true, token: null });
  await untilPostponed(site);

  let sink: SmtpSink | undefined;
  await site.crash(async () => {
    sink = open.use(await startSmtpSink({ port }));
  });
  const received = await sink?.received(1);
  expect(received?.to).toEqual(['early_bird@example.org']);
  const token = /[?&]token=([A-Za-z0-9_-]+)/.exec(received?.text ?? '')?.[1];
  const verified = await callSite(site, 'verify-email', { token });
  expect(verified).toMatchObject({ user: { pseudo: 'early_bird', email_verified: true } });
});
