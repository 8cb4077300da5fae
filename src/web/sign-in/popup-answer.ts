import { createHash } from 'node:crypto';

/** Without a page that opened it (a browser took it away), the window itself becomes the site. */
const SCRIPT = `const {message, origin, address} = JSON.parse(document.getElementById('outcome').textContent);
if (opener) { opener.postMessage(message, origin); close(); } else location.replace(address);`;

const POLICY = [
  "default-src 'none'",
  `script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The last page of a sign-in in a window of its own: it tells the page that opened it, which must be of our own origin,
 * and closes.
 */
export function popupAnswer(outcome: { message: object; origin: string; address: string }): Response {
  // Inside a script element nothing but `<` can end the text.
  const told = JSON.stringify(outcome).replaceAll('<', '\\u003c');
  const body = `<!doctype html>
<meta charset="utf-8">
<meta name="robots" content="noindex">
<title>…</title>
<script type="application/json" id="outcome">${told}</script>
<script>${SCRIPT}</script>
`;
  return new Response(body, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': POLICY,
    },
  });
}
