import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sealPage } from './seal-page.ts';

const MARK = '3f0c-secret';
const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

test('each inline script that bears the mark is allowed once, and the mark is not sent', () => {
  const { html, hashes } = sealPage(
    `<script nonce="${MARK}">a()</script><script nonce="${MARK}" type="module" async="">b()</script>
    <script nonce="${MARK}" src="/x.js"></script><script nonce="${MARK}">a()</script>`,
    MARK,
  );
  expect(hashes.scripts).toEqual([hash('a()'), hash('b()')]);
  expect(html).toContain('<script>a()</script><script type="module" async="">b()</script>');
  expect(html).not.toContain('nonce');
});

test('a script that slipped into the page is not allowed, whatever it bears', () => {
  const slipped = ['', ' nonce=""', ' nonce="guess"', ` nonce='${MARK}x'`, ' type="module"'].map(
    (attributes) => `<script${attributes}>stealToken()</script>`,
  );
  const page = `<p>hi ${slipped.join('')}</p><style>p{display:none}</style><script nonce="${MARK}">a()</script>`;
  expect(sealPage(page, MARK).hashes).toEqual({ scripts: [hash('a()')], styles: [], styleAttributes: [] });
});

test('a page without a mark runs nothing inline', () => {
  expect(sealPage('<script nonce="null">a()</script><style>b{}</style>', null).hashes).toEqual({
    scripts: [],
    styles: [],
    styleAttributes: [],
  });
});

test('style sheets with the mark and style attributes are allowed as the browser reads them', () => {
  const page = `<style nonce="${MARK}">p{}</style><p style="--stream:#f29838;font-family:&quot;Onest&quot;">x</p><script>"<i style=\\"y\\">"</script>`;
  expect(sealPage(page, MARK).hashes).toEqual({
    scripts: [],
    styles: [hash('p{}')],
    styleAttributes: [hash('--stream:#f29838;font-family:"Onest"')],
  });
});
