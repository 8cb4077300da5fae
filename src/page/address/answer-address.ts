import { DEFAULT_LANGUAGE, LANGUAGES } from '#src/contract/languages.ts';
import { DEFAULT_STREAM, STREAM_IDS } from '#src/contract/streams.ts';
import { negotiateLanguage } from '#src/i18n/negotiation/accept-language.ts';
import { SCRIPT_MARK_HEADER } from '#src/page/head/script-mark.ts';
import { type Ruling, ruleAddress } from './address-rules.ts';
import { type Choice, chooseAddress } from './choose-script.ts';
import { markRootArrival } from './root-arrival.ts';

/**
 * What answers an address that no page has: a redirect, the choosing page, or a plain 404. Null where a page answers.
 * @param stationName for who sees the choosing page
 */
export function answerAddress(request: Request, stationName: string): Response | null {
  const { pathname, search } = new URL(request.url);
  const ruling = ruleAddress(pathname);
  switch (ruling.kind) {
    case 'page':
      return null;
    case 'moved':
      return redirectTo(`${ruling.pathname}${search}`, {});
    case 'no-file':
      return new Response('Not found\n', {
        status: 404,
        headers: { 'Content-Type': 'text/plain; charset=utf-8' },
      });
    case 'choose':
      return choose(request, ruling, search, stationName);
  }
}

/**
 * Only the browser knows what it has stored: one that shows a document decides by itself, everyone else (programs,
 * robots) is sent on by the languages that the request accepts.
 */
function choose(
  request: Request,
  ruling: Ruling & { kind: 'choose' },
  search: string,
  stationName: string,
): Response {
  const headers = { 'Cache-Control': 'no-cache', Vary: 'Accept-Language, Sec-Fetch-Dest' };
  const fallback = fallbackAddress(request, ruling);
  if (request.headers.get('Sec-Fetch-Dest') !== 'document')
    return redirectTo(`${fallback}${search}`, headers);
  const choice: Choice = {
    languages: LANGUAGES,
    streams: STREAM_IDS,
    defaultLanguage: DEFAULT_LANGUAGE,
    defaultStream: DEFAULT_STREAM,
    rest: ruling.rest,
    withStream: ruling.withStream,
  };
  const mark = crypto.randomUUID();
  return new Response(choosingPage(choice, { fallback: `${fallback}${search}`, mark, stationName }), {
    headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8', [SCRIPT_MARK_HEADER]: mark },
  });
}

function fallbackAddress(request: Request, ruling: Ruling & { kind: 'choose' }): string {
  const language = negotiateLanguage(request.headers.get('Accept-Language')) ?? DEFAULT_LANGUAGE;
  const path = [language, ...(ruling.withStream ? [DEFAULT_STREAM] : []), ruling.rest];
  return `/${path.filter((segment) => segment !== '').join('/')}`;
}

function choosingPage(
  choice: Choice,
  { fallback, mark, stationName }: { fallback: string; mark: string; stationName: string },
): string {
  const isRoot = choice.withStream && choice.rest === '';
  const script = `${isRoot ? `(${markRootArrival})(window);` : ''}location.replace((${chooseAddress})(window,${scriptLiteral(choice)})+location.search+location.hash)`;
  return `<!doctype html>
<html lang="fr">
<meta charset="utf-8">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(stationName)}</title>
<noscript><meta http-equiv="refresh" content="0; url=${escapeHtml(fallback)}"></noscript>
<script nonce="${mark}">${script}</script>
`;
}

function redirectTo(location: string, headers: Record<string, string>): Response {
  return new Response(null, { status: 302, headers: { ...headers, Location: location } });
}

function scriptLiteral(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
