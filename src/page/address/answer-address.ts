import { DEFAULT_LANGUAGE, LANGUAGES } from '#src/contract/languages.ts';
import { DEFAULT_STREAM, STREAM_IDS } from '#src/contract/streams.ts';
import { negotiateLanguage } from '#src/i18n/negotiation/accept-language.ts';
import { type Ruling, ruleAddress } from './address-rules.ts';
import { type Choice, chooseAddress } from './choose-script.ts';
import { NOTHING_INLINE, type RenderedPage } from './rendered-page.ts';
import { markRootArrival } from './root-arrival.ts';

/**
 * The answer to an address without a page: a redirect, the choosing page, or a plain 404. Null where a page answers.
 * @param stationName for readers of the choosing page
 */
export function answerAddress(request: Request, stationName: string): RenderedPage | null {
  const { pathname, search } = new URL(request.url);
  const ruling = ruleAddress(pathname);
  switch (ruling.kind) {
    case 'page':
      return null;
    case 'moved':
      return redirectTo(`${ruling.pathname}${search}`, {});
    case 'no-file':
      return {
        status: 404,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body: 'Not found\n',
        inline: NOTHING_INLINE,
      };
    case 'choose':
      return choose(request, ruling, search, stationName);
  }
}

/**
 * Only the browser knows its stored choices: a browser that shows a document decides by itself; everyone else
 * (programs, robots) is redirected by the languages that the request accepts.
 */
function choose(
  request: Request,
  ruling: Ruling & { kind: 'choose' },
  search: string,
  stationName: string,
): RenderedPage {
  const headers = { 'cache-control': 'no-cache', vary: 'Accept-Language, Sec-Fetch-Dest' };
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
  const script = choosingScript(choice);
  return {
    status: 200,
    headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
    body: choosingPage(script, { fallback: `${fallback}${search}`, stationName }),
    inline: { scripts: [script], styles: [] },
  };
}

function fallbackAddress(request: Request, ruling: Ruling & { kind: 'choose' }): string {
  const language = negotiateLanguage(request.headers.get('Accept-Language')) ?? DEFAULT_LANGUAGE;
  const path = [language, ...(ruling.withStream ? [DEFAULT_STREAM] : []), ruling.rest];
  return `/${path.filter((segment) => segment !== '').join('/')}`;
}

function choosingScript(choice: Choice): string {
  const isRoot = choice.withStream && choice.rest === '';
  return `${isRoot ? `(${markRootArrival})(window);` : ''}location.replace((${chooseAddress})(window,${scriptLiteral(choice)})+location.search+location.hash)`;
}

function choosingPage(script: string, words: { fallback: string; stationName: string }): string {
  return `<!doctype html>
<html lang="fr">
<meta charset="utf-8">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(words.stationName)}</title>
<noscript><meta http-equiv="refresh" content="0; url=${escapeHtml(words.fallback)}"></noscript>
<script>${script}</script>
`;
}

function redirectTo(location: string, headers: Record<string, string>): RenderedPage {
  return { status: 302, headers: { ...headers, location }, body: '', inline: NOTHING_INLINE };
}

function scriptLiteral(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
