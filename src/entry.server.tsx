import { prerender } from 'react-dom/static';
import { type EntryContext, type HandleErrorFunction, ServerRouter } from 'react-router';
import { isTextGroup, TEXT_GROUPS } from '#src/i18n/areas.ts';
import { loadTexts } from '#src/i18n/loaded-texts.ts';
import { LANGUAGES } from './contract/languages.ts';
import { languageOfPath } from './page/address/address-rules.ts';
import { SCRIPT_MARK_HEADER, ScriptMark } from './page/head/script-mark.ts';

export { pageServices } from './page/page-services.ts';

await Promise.all(
  Object.keys(TEXT_GROUPS)
    .filter(isTextGroup)
    .flatMap((group) => LANGUAGES.map((language) => loadTexts(group, language))),
);

/** Renders a whole document: no part of a page comes late, since nothing in it is slow or personal. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (languageOfPath(new URL(request.url).pathname) === null) headers.append('Vary', 'Accept-Language');
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const mark = crypto.randomUUID();
  headers.set(SCRIPT_MARK_HEADER, mark);
  let hasFailed = false;
  const { prelude } = await prerender(
    <ScriptMark value={mark}>
      <ServerRouter context={router} url={request.url} nonce={mark} />
    </ScriptMark>,
    {
      signal: request.signal,
      onError(error) {
        hasFailed = true;
        logFailure(request, error);
      },
    },
  );
  return new Response(prelude, { status: hasFailed ? 500 : status, headers });
}

export const handleError: HandleErrorFunction = (error, { request }) => logFailure(request, error);

function logFailure(request: Request, error: unknown): void {
  if (!request.signal.aborted) console.error(error);
}
