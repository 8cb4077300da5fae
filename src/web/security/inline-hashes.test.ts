import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { inlineHashes } from './inline-hashes.ts';

const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

test('each inline script that runs is allowed once, those from files and data blocks are not listed', () => {
  const html = `<script>a()</script><script type="module" async="">b()</script><script src="/x.js"></script>
    <script type="application/ld+json">{"a":1}</script><script>a()</script>`;
  expect(inlineHashes(html).scripts).toEqual([hash('a()'), hash('b()')]);
});

test('style sheets and style attributes are allowed as the browser reads them', () => {
  const html = `<style>p{}</style><p style="--stream:#f29838;font-family:&quot;Onest&quot;">x</p><script>"<i style=\\"y\\">"</script>`;
  expect(inlineHashes(html)).toMatchObject({
    styles: [hash('p{}')],
    styleAttributes: [hash('--stream:#f29838;font-family:"Onest"')],
  });
});
