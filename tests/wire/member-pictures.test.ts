import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { SignInBrowser, userIn } from '../support/sign-in-browser.ts';
import { startMembers, type TestMembers } from '../support/start-members.ts';
import { startProvider, type TestProvider } from '../support/test-provider.ts';

let provider: TestProvider;
let members: TestMembers;
beforeAll(async () => {
  provider = await startProvider();
  members = await startMembers({ environment: provider.environment });
});
afterAll(async () => {
  await members[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});
beforeEach(async () => {
  const plain = sharp({ create: { width: 500, height: 300, channels: 3, background: '#f29838' } });
  provider.picture = await plain.jpeg().toBuffer();
});

let people = 0;
/** Signs somebody new in whose picture is there, waits for it, and gives how they may call. */
async function join(picture: string | undefined = `${provider.issuer}/picture`) {
  people += 1;
  const email = `p${people}@example.org`;
  provider.person = { sub: `p-${people}`, email, email_verified: true, ...(picture && { picture }) };
  return signIn();
}

async function signIn() {
  const came = await new SignInBrowser(members.web).signIn('google');
  await members.web.features.accounts.pictures.settled;
  return { token: came.search.get('token') ?? '', user: userIn(came) };
}

const pictureOf = async (token: string) =>
  z.string().parse((await members.get('profile', { token })).data?.profile_picture);

test('a picture is fetched once, drawn anew and shown from here [A82, W94]', async () => {
  const before = provider.picturesSent;
  const { token } = await join();
  const address = await pictureOf(token);
  expect(address).toMatch(/^\/pictures\/[\w-]{22}\.webp$/);
  const answer = await members.web.fetch(address);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
  const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  expect([width, height, format]).toEqual([256, 256, 'webp']);
  const etag = answer.headers.get('etag') ?? '';
  expect((await members.web.fetch(address, { headers: { 'if-none-match': etag } })).status).toBe(304);
  await signIn();
  expect(provider.picturesSent).toBe(before + 1);
  expect(await pictureOf(token)).toBe(address);
  const exported = (await members.get('export', { token })).data?.profile_picture;
  expect(exported).toMatchObject({ picture: expect.stringMatching(/^data:image\/webp;base64,UklGR/) });
});

test('a picture that is removed does not come back [W95]', async () => {
  const { token } = await join();
  const address = await pictureOf(token);
  const reply = await members.remove('profile-picture', undefined, { token });
  expect(reply).toMatchObject({ status: 200, data: { profile_picture: '' } });
  expect((await members.web.fetch(address)).status).toBe(404);
  const before = provider.picturesSent;
  const again = await signIn();
  expect([provider.picturesSent, await pictureOf(again.token)]).toEqual([before, '']);
  expect((await members.remove('profile-picture')).status).toBe(401);
});

test('a picture goes with the account', async () => {
  const { token } = await join();
  const address = await pictureOf(token);
  expect((await members.remove('profile', {}, { token })).status).toBe(200);
  expect((await members.web.fetch(address)).status).toBe(404);
});

test('what is no picture, or elsewhere, leaves the initials; the next sign-in tries again', async () => {
  provider.picture = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  const { token } = await join();
  expect(await pictureOf(token)).toBe('');
  provider.picture = null;
  await signIn();
  expect(await pictureOf(token)).toBe('');
  const elsewhere = await join('http://127.0.0.1:9/picture');
  expect(await pictureOf(elsewhere.token)).toBe('');
  expect(await pictureOf((await join('no address')).token)).toBe('');
});

test.each(['/pictures/x.webp', '/pictures/..%2fsecret.webp', '/pictures/%00.webp', '/pictures/a/b.webp'])(
  'there is nothing at %s',
  async (path) => {
    expect((await members.web.fetch(path)).status).toBe(404);
  },
);
