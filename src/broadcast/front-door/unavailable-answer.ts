import { createHash } from 'node:crypto';
import { answer, answerFailure } from '#src/broadcast/http/answer.ts';
import { type Exchange, languageOf } from '#src/broadcast/http/exchange.ts';
import { isLanguage, type Language } from '#src/contract/languages.ts';
import { UNAVAILABLE_TEXTS } from './unavailable-texts.ts';

const RETRY_AFTER_SECONDS = '5';

const STYLE = `:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;background:#faf7f1;color:#14131a;font:17px/1.5 system-ui,sans-serif}main{max-width:26rem;padding:2rem}h1{font-size:2.2rem;line-height:1.1;letter-spacing:-.03em;margin:0 0 1rem}p{margin:0 0 .75rem}a{color:inherit}@media (prefers-color-scheme:dark){body{background:#0e0f16;color:#f4f1ea}}`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** The answer while no web process answers: a page for people, a wire failure for programs. */
export function answerUnavailable(exchange: Exchange): void {
  const { request } = exchange;
  const headers = { 'Retry-After': RETRY_AFTER_SECONDS, Connection: 'close' };
  const isForPeople = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
  if (!isForPeople) {
    answerFailure(exchange, 'unavailable', headers);
    return;
  }
  const language = pageLanguage(exchange);
  const head = {
    ...headers,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': language,
    'Cache-Control': 'no-store',
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'`,
    'Referrer-Policy': 'no-referrer',
  };
  answer(exchange, 503, head, page(language));
}

/** The language is taken from the page's address: a reader may not have set it in the browser. */
function pageLanguage({ path, request }: Exchange): Language {
  const [, first = ''] = path.split('/');
  return isLanguage(first) ? first : languageOf(request);
}

function page(language: Language): string {
  const { title, text, action } = UNAVAILABLE_TEXTS[language];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${RETRY_AFTER_SECONDS}">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body><main><h1>${title}</h1><p>${text}</p><p><a href="">${action}</a></p></main></body>
</html>
`;
}
