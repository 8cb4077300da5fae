import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { usedBytes } from '#src/platform/testing/used-bytes.ts';
import { inlineHashes } from './inline-hashes.ts';

const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
const NOTHING = { scripts: [], styles: [] };

test('each script and style sheet that a document was made with is allowed, once', () => {
  const body = '<style>p{}</style><script>a()</script><script type="module">b()</script><script>a()</script>';
  expect(inlineHashes({ body, inline: { scripts: ['a()', 'b()', 'a()'], styles: ['p{}'] } })).toEqual({
    scripts: [hash('a()'), hash('b()')],
    styles: [hash('p{}')],
    styleAttributes: [],
  });
});

test('a script or a style sheet that slipped into the page is not allowed, whatever it bears', () => {
  const slipped = ['', ' nonce=""', ' nonce="guess"', ' type="module"', ' id="state"'].map(
    (attributes) => `<script${attributes}>stealToken()</script>`,
  );
  const body = `<p>hi ${slipped.join('')}</p><style>p{display:none}</style><script>a()</script>`;
  expect(inlineHashes({ body, inline: { ...NOTHING, scripts: ['a()'] } })).toEqual({
    scripts: [hash('a()')],
    styles: [],
    styleAttributes: [],
  });
});

test('style attributes are allowed as the browser reads them, not what scripts and sheets say of some', () => {
  const body = `<p style="--stream:#f29838;font-family:&quot;Onest&quot;">x</p><script>"<i style=\\"y\\">"</script><style>/*<i style="z">*/</style>`;
  expect(inlineHashes({ body, inline: NOTHING }).styleAttributes).toEqual([
    hash('--stream:#f29838;font-family:"Onest"'),
  ]);
});

test('a style attribute that is remembered keeps no page in memory', () => {
  const before = usedBytes();
  for (let page = 0; page < 500; page += 1) {
    const body = `<p>${`words of page ${page}, `.repeat(5_000)}</p><i style="grid-row:5 / 6;top:${page}.25%">`;
    inlineHashes({ body, inline: NOTHING });
  }
  // The pages have 50 MB.
  expect(usedBytes() - before).toBeLessThan(5_000_000);
});
