import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { StoredAnswer } from './stored-answer.ts';

const request = () => new Request('https://radio.example.org/', { headers: { 'accept-encoding': 'br' } });

/** Words in no order: what compresses by how long one looks. */
function pageOf(seed: number): StoredAnswer {
  const words = Array.from({ length: 8_000 }, (_, at) => `onde-${(at * at * seed) % 997}`);
  const html = new Headers({ 'content-type': 'text/html' });
  return new StoredAnswer(200, html, new TextEncoder().encode(words.join(' ')));
}

async function sentBytes(page: StoredAnswer): Promise<Uint8Array> {
  return new Uint8Array(await (await page.respond(request())).arrayBuffer());
}

test('a page is compressed thoroughly where few are, and quickly where many wait', async () => {
  const alone = await sentBytes(pageOf(1));
  const [first, , ...waiting] = await Promise.all(Array.from({ length: 6 }, () => sentBytes(pageOf(1))));
  expect(first?.length).toBe(alone.length);
  for (const bytes of waiting) {
    expect(bytes.length).toBeGreaterThan(alone.length);
    expect(brotliDecompressSync(bytes)).toEqual(brotliDecompressSync(alone));
  }
  expect((await sentBytes(pageOf(1))).length).toBe(alone.length);
});
