import { expect, test } from 'vitest';
import { addSecurityHeaders } from './security-headers.ts';

function policyOf(headers: Headers): string | null {
  const url = new URL('https://radio.example.org/stream/dance');
  addSecurityHeaders(headers, url, { isSecure: true, payees: [] });
  return headers.get('content-security-policy');
}

test.each(['audio/mpeg', 'video/mp4', 'application/vnd.apple.mpegurl', 'audio/x-mpegurl; charset=utf-8'])(
  '%s may be played by the page that a browser makes around it, whoever answers it [W131]',
  (type) => expect(policyOf(new Headers({ 'content-type': type }))).toContain("media-src 'self'"),
);

test('nothing else may load anything, and a policy that an answer brings stays', () => {
  for (const headers of [{ 'content-type': 'text/plain; audio/mpeg' }, { 'content-type': 'image/png' }, {}])
    expect(policyOf(new Headers(headers))).not.toContain('media-src');
  expect(policyOf(new Headers({ 'content-type': 'audio/mpeg', 'content-security-policy': 'its own' }))).toBe(
    'its own',
  );
});
