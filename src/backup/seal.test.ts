import { expect, test } from 'vitest';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { seal, unseal } from './seal.ts';
import type { Chunks } from './web-streams.ts';

const KEY = 'correct horse battery staple';
/** The true one takes a second on a busy machine. */
const QUICK_WORK = 4;
/** What zstd begins with, then more than two of the pieces that age authenticates. */
const CONTENT = Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), Buffer.alloc(150_000, 'onde')]);

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function whole(chunks: Chunks): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

const sealedWith = (key: string | null) => whole(seal(key, QUICK_WORK)(inPieces(CONTENT, 10_007)));
const opened = (sealed: Uint8Array, key: string | null, size = 4_999) =>
  whole(unseal(() => inPieces(sealed, size), key));

/** What an operator is told; '' when nothing was noticed. */
async function told(sealed: Uint8Array, key: string | null): Promise<string> {
  try {
    await opened(sealed, key);
    return '';
  } catch (error) {
    if (error instanceof OperatorError) return error.message;
    throw error;
  }
}

test.each([null, KEY])('what is sealed is opened again, however it comes (key: %s)', async (key) => {
  const sealed = await sealedWith(key);
  for (const size of [1_000, 64 * 1024 + 16, 1_000_000])
    expect((await opened(sealed, key, size)).equals(CONTENT)).toBe(true);
  expect(sealed.includes('ondeondeonde')).toBe(key === null);
});

test('[W173] a file without a key that is cut anywhere, or has one bit altered, is told from a whole one', async () => {
  const sealed = await sealedWith(null);
  for (const bytes of [0, 1, 4, 39, 40, 41, 1_000, 100_000, sealed.length - 41, sealed.length - 1])
    expect(await told(sealed.subarray(0, bytes), null)).toMatch(/cut short/);
  for (let at = 4; at < sealed.length - 40; at += 9_973)
    expect(await told(altered(sealed, at), null)).toMatch(/was altered/);
  for (let at = sealed.length - 40; at < sealed.length; at += 1)
    expect(await told(altered(sealed, at), null)).not.toBe('');
});

test('[W173] so is an encrypted one, and a key that is missing or another one is told', async () => {
  const sealed = await sealedWith(KEY);
  for (const bytes of [sealed.length - 1, sealed.length - 60_000])
    expect(await told(sealed.subarray(0, bytes), KEY)).toMatch(/cut short, or was altered/);
  for (const at of [400, 70_000, sealed.length - 1])
    expect(await told(altered(sealed, at), KEY)).toMatch(/cut short, or was altered/);
  expect(await told(sealed, null)).toMatch(/is encrypted/);
  expect(await told(sealed, `${KEY}!`)).toMatch(/made with another key/);
});

test('what is no backup is told so', async () => {
  expect(await told(Buffer.alloc(1_000, 'PK'), null)).toMatch(/no backup of Onde/);
});

test.each([300, 100_000])(
  'a disk that fails after %i bytes is no wrong key, and no alteration',
  async (bytes) => {
    const sealed = await sealedWith(KEY);
    const fault = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' });
    let opening = 0;
    const open = async function* () {
      opening += 1;
      yield sealed.subarray(0, 100);
      // The first look takes no more than that.
      if (opening === 1) return;
      yield sealed.subarray(100, bytes);
      throw fault;
    };
    await expect(whole(unseal(open, KEY))).rejects.toBe(fault);
  },
);

function altered(sealed: Uint8Array, at: number): Buffer {
  const copy = Buffer.from(sealed);
  copy[at] = (copy[at] ?? 0) ^ 0x10;
  return copy;
}
