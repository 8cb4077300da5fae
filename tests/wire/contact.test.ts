import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS } from '#src/contract/durations.ts';
import { CAPTCHA_MS, CONTACT_KEPT_DAYS, CONTACT_MESSAGE_MAX } from '#src/contract/limits.ts';
import { ProofOfWork, sweepSpentProofs } from '#src/features/contact/captcha/proof-of-work.server.ts';
import { solve } from '#src/features/contact/captcha/solve-challenge.ts';
import { challengeSchema } from '#src/features/contact/contact.wire.ts';
import {
  deleteMessage,
  keepMessage,
  listMessages,
  readMessage,
  sweepMessages,
} from '#src/features/contact/messages.server.ts';
import { freePort } from '../support/free-port.ts';
import { betweenTransactions, hold } from '../support/locks.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { startMembers, type TestMembers } from '../support/start-members.ts';
import { NOON_MS } from '../support/start-web.ts';

const ASSOCIATION = 'contact@radio.example.org';
const STATION = { association: { name: 'Association Onde', email: ASSOCIATION } };
const WRITTEN = {
  email: 'Zoe@Example.org',
  subject: '  Un titre   à proposer ',
  message: 'Bonjour,\r\n\r\nMarée haute <b>!</b>\n-- \nZoé 🎵',
};

/** A proof as a browser makes it. */
async function prove(members: TestMembers, address = '127.0.0.1'): Promise<string> {
  return solve(challengeSchema.parse((await members.get('captcha', { address })).data));
}

async function write(members: TestMembers, more: object = {}, language = 'en') {
  const body = { ...WRITTEN, recaptchaToken: await prove(members), ...more };
  return members.post('contact', body, { language });
}

const kept = (members: TestMembers) => listMessages(members.web.services.db, 'all');

test('a sender whose address no plain header carries is named in the text, and in no header [R65]', async () => {
  await using members = await startMembers({ mail: true, station: STATION });
  expect((await write(members, { email: 'zoé@exämple.org' })).status).toBe(200);
  const mail = await members.sink?.received(1);
  expect(mail?.headers.get('reply-to')).toBeUndefined();
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain('écrivez à zoé@exämple.org.');
});

test('what a visitor writes is kept, mailed to the association, and answered to the sender', async () => {
  await using members = await startMembers({ mail: true, station: STATION });
  const reply = await write(members);
  expect(reply).toMatchObject({ status: 200, success: true, message: 'Message sent!' });
  const [message] = await kept(members);
  expect(message).toMatchObject({
    email: 'Zoe@Example.org',
    subject: 'Un titre à proposer',
    message: 'Bonjour,\n\nMarée haute <b>!</b>\n-- \nZoé 🎵',
    language: 'en',
    createdMs: NOON_MS,
    readMs: null,
  });
  const mail = await members.sink?.received(1);
  expect(mail?.to).toEqual([ASSOCIATION]);
  expect(mail?.headers.get('reply-to')).toBe('Zoe@example.org');
  expect(mail?.headers.get('subject')).toBe('Onde – Un titre à proposer');
  const text = mail?.text.replaceAll('\r\n', '\n');
  expect(text).toContain('> Bonjour,\n> \n> Marée haute <b>!</b>\n> -- \n> Zoé 🎵\n');
  expect(text).toMatch(/Zoe@Example\.org vous a écrit .* le 21 novembre 2026 à 12:00, .* en anglais/);
  expect(mail?.html).toContain('Marée haute &lt;b&gt;!&lt;/b&gt;<br>-- <br>Zoé 🎵</blockquote>');
  expect((await write(members, { message: 'Encore' }, 'fr')).message).toBe('Message envoyé !');
});

test('a station without mail keeps messages all the same, and the log says where they are', async () => {
  await using members = await startMembers({ logLevel: 'warn', station: STATION });
  expect(await write(members)).toMatchObject({ status: 200, success: true });
  expect(await kept(members)).toHaveLength(1);
  expect(members.web.errors.join()).toContain('read it with `onde contact show`');
});

test('without an address of the association the operator gets the mail, and without either nobody', async () => {
  await using alerted = await startMembers({ mail: true, environment: { ALERT_EMAIL: 'op@example.org' } });
  await write(alerted);
  expect((await alerted.sink?.received(1))?.to).toEqual(['op@example.org']);
  await using alone = await startMembers({ mail: true });
  expect((await write(alone)).success).toBe(true);
  const { db } = alone.web.services;
  expect(await db.selectFrom('mail_spool').select('id').execute()).toEqual([]);
  expect(await kept(alone)).toHaveLength(1);
});

test('a mail server that is away loses nothing, and the mail goes out when it is back', async () => {
  const port = await freePort();
  await using members = await startMembers({
    environment: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'radio@example.org' },
    station: STATION,
  });
  expect(await write(members)).toMatchObject({ status: 200, message: 'Message sent!' });
  expect(await kept(members)).toHaveLength(1);
  await using sink = await startSmtpSink({ port });
  const ticking = setInterval(() => members.web.clock.advance(15_000), 20);
  onTestFinished(() => clearInterval(ticking));
  expect((await sink.received(1)).headers.get('reply-to')).toBe('Zoe@example.org');
});

test.each([
  [{ email: '' }, { email: 'email_invalid' }],
  [{ email: 'zoe' }, { email: 'email_invalid' }],
  [{ email: 'zoe@example.org\nBcc: all@example.org' }, { email: 'email_invalid' }],
  [{ email: 'zoe@1.2.3.4' }, { email: 'email_invalid' }],
  [{ subject: '  ' }, { subject: 'required' }],
  [{ subject: 'Bonjour\nBcc: all@example.org' }, { subject: 'line_break' }],
  [{ subject: 'Bonjour\r\n\r\n<script>' }, { subject: 'line_break' }],
  [{ subject: 'x'.repeat(151) }, { subject: 'too_long' }],
  [{ message: '\n\n' }, { message: 'required' }],
  [{ message: 'x'.repeat(CONTACT_MESSAGE_MAX + 1) }, { message: 'too_long' }],
  [
    { email: undefined, subject: undefined, message: undefined },
    { email: 'required', subject: 'required', message: 'required' },
  ],
])('a form that breaks a rule is refused with its fields, and nothing is kept', async (more, fields) => {
  await using members = await startMembers();
  const body = { ...WRITTEN, recaptchaToken: 'x', ...more };
  expect(await members.post('contact', body)).toMatchObject({
    status: 422,
    code: 'validation_failed',
    fields,
  });
  expect(await kept(members)).toEqual([]);
});

test.each([
  [{ ...WRITTEN, subject: 7 }, 400, 'malformed_body'],
  [{ ...WRITTEN, message: ['x'] }, 400, 'malformed_body'],
  [{ ...WRITTEN, recaptchaToken: {} }, 400, 'malformed_body'],
  ['[]', 400, 'malformed_body'],
  ['{"email":"a@b.fr","subject":"a\\u0000b","message":"x"}', 400, 'malformed_body'],
  [{ ...WRITTEN, message: 'x'.repeat(70_000) }, 413, 'body_too_large'],
])('a body of another form is refused', async (body, status, code) => {
  await using members = await startMembers();
  expect(await members.post('contact', body)).toMatchObject({ status, code });
  expect(await kept(members)).toEqual([]);
});

test('without a proof the captcha’s own sentence is the answer', async () => {
  await using members = await startMembers();
  expect(await members.post('contact', WRITTEN)).toMatchObject({
    status: 422,
    code: 'captcha_required',
    error: 'Please complete the reCAPTCHA',
    fields: { recaptchaToken: 'required' },
  });
  expect(await members.post('contact', { ...WRITTEN, recaptchaToken: '' }, { language: 'fr' })).toMatchObject(
    {
      code: 'captcha_required',
      error: 'Veuillez valider le reCAPTCHA',
    },
  );
});

test('a wrong proof, an old one and a used one let nothing in; a refused form spends none', async () => {
  await using members = await startMembers();
  const invalid = { status: 422, code: 'captcha_invalid', fields: { recaptchaToken: 'invalid' } };
  expect(await write(members, { recaptchaToken: btoa('{}') })).toMatchObject(invalid);
  const recaptchaToken = await prove(members);
  expect((await write(members, { recaptchaToken, subject: 'a\nb' })).status).toBe(422);
  expect((await write(members, { recaptchaToken })).status).toBe(200);
  expect(await write(members, { recaptchaToken, message: 'Encore' })).toMatchObject(invalid);
  const late = await prove(members);
  members.web.clock.advance(CAPTCHA_MS);
  expect(await write(members, { recaptchaToken: late })).toMatchObject(invalid);
  expect(await kept(members)).toHaveLength(1);
});

test('of one proof brought many times at once a single one lets a message in', async () => {
  await using members = await startMembers();
  const recaptchaToken = await prove(members);
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, at) => write(members, { recaptchaToken, message: `Message ${at}` })),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(replies.filter(({ code }) => code === 'captcha_invalid')).toHaveLength(7);
  expect(await kept(members)).toHaveLength(1);
});

test('a proof outlives the web process, and is used up in the others too', async () => {
  await using members = await startMembers();
  const { clock, db, folder } = members.web.services;
  const other = new ProofOfWork({ clock, secretFile: folder.secret });
  const token = await solve(await other.challenge());
  expect((await write(members, { recaptchaToken: token })).status).toBe(200);
  const proof = await other.verify(token);
  await expect(db.transaction().execute((trx) => proof.spend(trx))).rejects.toMatchObject({
    code: 'captcha_invalid',
  });
  await sweepSpentProofs(db, clock.nowMs() + CAPTCHA_MS - 1_000);
  expect(await db.selectFrom('spent_proofs').selectAll().execute()).toHaveLength(1);
  await sweepSpentProofs(db, clock.nowMs() + CAPTCHA_MS + 1_000);
  expect(await db.selectFrom('spent_proofs').selectAll().execute()).toEqual([]);
});

test('the same words within ten minutes are one message and one mail', async () => {
  await using members = await startMembers({ mail: true, station: STATION });
  await write(members);
  members.web.clock.advance(9 * 60_000);
  expect(await write(members)).toMatchObject({ status: 200, message: 'Message sent!' });
  expect(await kept(members)).toHaveLength(1);
  members.web.clock.advance(60_000);
  await write(members);
  expect(await kept(members)).toHaveLength(2);
  await members.sink?.received(2);
  expect(members.sink?.mails).toHaveLength(2);
});

betweenTransactions('the same words sent twice at once are one message and one mail [W98]', async () => {
  const environment = { SMTP_URL: `smtp://127.0.0.1:${await freePort()}`, MAIL_FROM: 'radio@example.org' };
  await using members = await startMembers({ environment, station: STATION });
  const { db } = members.web.services;
  const words = { email: 'zoe@example.org', subject: 'Un titre', message: 'Bonjour' };
  const first = await hold(db, async (trx) =>
    keepMessage(trx, { ...words, language: 'en', nowMs: members.web.clock.nowMs() }),
  );
  const second = write(members, words);
  await first.waiting(1);
  await first.release();
  expect((await second).status).toBe(200);
  expect(await kept(members)).toHaveLength(1);
  expect(await db.selectFrom('mail_spool').select('id').execute()).toEqual([]);
});

test('an address that writes without end is refused, others are not', async () => {
  await using members = await startMembers();
  const from = (address: string) => members.post('contact', WRITTEN, { address });
  // What breaks a rule of a field uses up nothing [W9].
  for (let times = 0; times < 25; times++) {
    const wrong = { ...WRITTEN, email: 'zoe@192.0.2.7' };
    expect((await members.post('contact', wrong, { address: '192.0.2.1' })).status).toBe(422);
  }
  for (let times = 0; times < 20; times++) expect((await from('192.0.2.1')).code).toBe('captcha_required');
  const refused = await from('192.0.2.1');
  expect(refused).toMatchObject({ status: 429, code: 'too_many_requests' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
  expect((await from('192.0.2.2')).code).toBe('captcha_required');
  members.web.clock.advance(3_600_000);
  expect((await from('192.0.2.1')).code).toBe('captcha_required');

  const challenge = (address: string) => members.get('captcha', { address });
  for (let times = 0; times < 60; times++) expect((await challenge('192.0.2.1')).status).toBe(200);
  expect((await challenge('192.0.2.1')).status).toBe(429);
  expect((await challenge('192.0.2.2')).status).toBe(200);
});

test('the whole station takes 200 messages an hour, whoever writes, and the log says so once', async () => {
  await using members = await startMembers({ logLevel: 'warn' });
  const { clock, folder } = members.web.services;
  // Found at the first try of forty: what is counted here are messages.
  const captcha = new ProofOfWork({ clock, secretFile: folder.secret, draw: () => 0 });
  const from = async (at: number, proof?: string) => {
    const address = `192.0.${at >> 6}.${at & 63}`;
    const recaptchaToken = proof ?? (await solve(await captcha.challenge()));
    return members.post('contact', { ...WRITTEN, subject: `Nr. ${at}`, recaptchaToken }, { address });
  };
  const used = await prove(members);
  await from(999, used);
  // A proof that was used before is no message.
  for (let at = 0; at < 30; at++) expect((await from(at, used)).code).toBe('captcha_invalid');
  for (let at = 1; at < 200; at++) expect((await from(at)).status).toBe(200);
  const refused = await from(200);
  expect(refused).toMatchObject({ status: 429, code: 'too_many_requests' });
  expect(members.web.errors.filter((line) => line.includes('as often as the station allows'))).toHaveLength(
    1,
  );
  members.web.clock.advance(3_600_000);
  expect((await from(201)).status).toBe(200);
});

test('a challenge is not stored by anybody, and both ways of reading find it', async () => {
  await using members = await startMembers();
  const { body, headers } = await members.web.call('captcha');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body).toMatchObject({ success: true, parameters: { algorithm: 'PBKDF2/SHA-256' } });
  const told = challengeSchema.parse(body);
  expect(body).toMatchObject({ data: told });
});

test('only what can be called can be called', async () => {
  await using members = await startMembers();
  for (const [endpoint, method, allow] of [
    ['contact', 'GET', 'POST'],
    ['captcha', 'POST', 'GET'],
  ]) {
    const answer = await members.web.fetch(`/api-proxy.php?endpoint=${endpoint}.php`, {
      method: method ?? '',
    });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toContain(allow);
  }
});

test('the operator reads and deletes messages; a year later they go by themselves', async () => {
  await using members = await startMembers();
  await write(members);
  await write(members, { subject: 'Second' });
  const { db } = members.web.services;
  const unread = () => listMessages(db, 'unread');
  const [second, first] = await kept(members);
  expect(second?.subject).toBe('Second');
  expect(await readMessage(db, first?.id ?? 0, NOON_MS + 5)).toMatchObject({
    subject: 'Un titre à proposer',
  });
  await readMessage(db, first?.id ?? 0, NOON_MS + 9);
  expect((await kept(members)).map(({ readMs }) => readMs)).toEqual([null, NOON_MS + 5]);
  expect((await unread()).map(({ id }) => id)).toEqual([second?.id]);
  for (const id of [0, -1, 1.5, Number.NaN, 2 ** 31, 99]) {
    expect(await readMessage(db, id, 1)).toBeNull();
    expect(await deleteMessage(db, id)).toBe(false);
  }
  expect(await deleteMessage(db, second?.id ?? 0)).toBe(true);
  expect(await deleteMessage(db, second?.id ?? 0)).toBe(false);
  const yearMs = CONTACT_KEPT_DAYS * 86_400_000;
  await sweepMessages(db, NOON_MS + yearMs - 1);
  expect(await kept(members)).toHaveLength(1);
  await sweepMessages(db, NOON_MS + yearMs);
  expect(await kept(members)).toEqual([]);
});

test('what a clock that ran ahead has dated swallows no message, and those after it stand before it', async () => {
  await using members = await startMembers();
  const { clock } = members.web;
  clock.setWallClock(NOON_MS + 30 * DAY_MS);
  await write(members);
  clock.setWallClock(NOON_MS);
  await write(members);
  clock.advance(1);
  await write(members);
  expect((await kept(members)).map(({ createdMs }) => createdMs)).toEqual([NOON_MS, NOON_MS + 30 * DAY_MS]);
});

test('a message that is deleted before its mail goes out is not mailed', async () => {
  const port = await freePort();
  await using members = await startMembers({
    environment: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'radio@example.org' },
    station: STATION,
    logLevel: 'warn',
  });
  await write(members);
  await write(members, { subject: 'Second' });
  // An attempt that is under way would still meet the server that comes back.
  await expect.poll(() => members.web.errors.join()).toContain('the mail server takes no mail');
  const { db } = members.web.services;
  const first = (await kept(members)).find(({ subject }) => subject !== 'Second');
  await deleteMessage(db, first?.id ?? 0);
  await using sink = await startSmtpSink({ port });
  const ticking = setInterval(() => members.web.clock.advance(15_000), 20);
  onTestFinished(() => clearInterval(ticking));
  expect((await sink.received(1)).headers.get('subject')).toBe('Onde – Second');
  expect(sink.mails).toHaveLength(1);
});
