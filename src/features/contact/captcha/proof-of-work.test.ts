import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CAPTCHA_MS } from '#src/contract/limits.ts';
import { type Challenge, solvedSchema } from '#src/features/contact/contact.wire.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { ProofOfWork } from './proof-of-work.server.ts';
import { deriveByScript, solve } from './solve-challenge.ts';

const NOON_MS = Date.UTC(2026, 10, 21, 11);

function secretFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'onde-captcha-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'secret');
}

function setUp(file = secretFile()) {
  const clock = new ManualClock(NOON_MS);
  return { file, clock, captcha: new ProofOfWork({ clock, secretFile: file }) };
}

/** Takes a token apart, has it changed, and puts it together. */
function changed(token: string, change: (solved: ReturnType<typeof solvedSchema.parse>) => void): string {
  const solved = solvedSchema.parse(JSON.parse(atob(token)));
  change(solved);
  return btoa(JSON.stringify(solved));
}

test('what a browser solves counts, in every process of the instance, before a restart and after', async () => {
  const { file, captcha } = setUp();
  const token = await solve(await captcha.challenge());
  await expect(captcha.verify(token)).resolves.toBeDefined();
  await expect(setUp(file).captcha.verify(token)).resolves.toBeDefined();
});

test('a proof of another station is none', async () => {
  const token = await solve(await setUp().captcha.challenge());
  await expect(setUp().captcha.verify(token)).rejects.toMatchObject({ code: 'captcha_invalid' });
});

test('a proof counts for as long as the contract says', async () => {
  const { clock, captcha } = setUp();
  const token = await solve(await captcha.challenge());
  clock.advance(CAPTCHA_MS - 1);
  await expect(captcha.verify(token)).resolves.toBeDefined();
  clock.advance(1);
  await expect(captcha.verify(token)).rejects.toMatchObject({ code: 'captcha_invalid' });
});

test('a challenge that was made easier or longer-lived, and a solution that is guessed, are refused', async () => {
  const { captcha } = setUp();
  const token = await solve(await captcha.challenge());
  const refused = async (change: Parameters<typeof changed>[1]) =>
    expect(captcha.verify(changed(token, change))).rejects.toMatchObject({
      code: 'captcha_invalid',
      details: { fields: { recaptchaToken: 'invalid' } },
    });
  await refused(({ challenge }) => {
    challenge.parameters.cost = 1;
  });
  await refused(({ challenge }) => {
    challenge.parameters.data.expires += 60;
  });
  await refused(({ challenge }) => {
    challenge.parameters.nonce = '00'.repeat(16);
  });
  await refused(({ solution }) => {
    solution.derivedKey = '00'.repeat(32);
  });
});

test('the key that is looked for is not the one that the challenge shows the beginning of', async () => {
  const { captcha } = setUp();
  const challenge = await captcha.challenge();
  const { keyPrefix, keySignature } = challenge.parameters;
  for (const derivedKey of [keyPrefix, keyPrefix.padEnd(64, '0'), keySignature]) {
    const token = btoa(JSON.stringify({ challenge, solution: { counter: 20, derivedKey } }));
    await expect(captcha.verify(token)).rejects.toMatchObject({ code: 'captcha_invalid' });
  }
});

test.each(['', 'x', '%%%', btoa('null'), btoa('{}'), btoa('[1]'), 'A'.repeat(100_000)])(
  'what is no solved challenge is refused: %.20s',
  async (token) => {
    await expect(setUp().captcha.verify(token)).rejects.toMatchObject({ code: 'captcha_invalid' });
  },
);

test('a browser on a site without TLS, which derives no keys itself, solves the same', async () => {
  const { captcha } = setUp();
  const challenge: Challenge = await captcha.challenge();
  const own = await solve(challenge);
  const { getRandomValues } = crypto;
  vi.stubGlobal('crypto', { getRandomValues });
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(await solve(challenge)).toBe(own);
});

test('keys that a script derives are those of the standard', async () => {
  // RFC 7914 §11
  const text = (words: string) => new TextEncoder().encode(words);
  const { derivedKey } = await deriveByScript({ cost: 1, keyLength: 32 }, text('salt'), text('passwd'));
  expect(Buffer.from(derivedKey).toString('hex')).toBe(
    '55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc',
  );
});
