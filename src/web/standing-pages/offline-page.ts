import { escapeXml } from '#src/contract/escape-xml.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#src/contract/languages.ts';
import { CALL_TIMEOUT_MS, SITE_KEPT_SECONDS } from '#src/contract/limits.ts';
import { type OfflineWords, offlineScript } from '#src/features/offline/offline-script.ts';
import { localeOf } from '#src/i18n/formats/locale-of.ts';
import { translate } from '#src/i18n/translate.ts';
import { StoredAnswer } from '#src/web/answers/stored-answer.ts';
import { colours, type StandingFrame, standingDocument, WAVE_SIGN } from './standing-page.ts';

/**
 * The page that the service worker keeps for when there is no network [R87, W108]: one document for all
 * languages.
 */
export function offlinePage(request: Request, frame: StandingFrame): Promise<Response> {
  const words = Object.fromEntries(LANGUAGES.map((language) => [language, wordsIn(language)]));
  const rows = frame.station.streams
    .map(
      (stream) =>
        `<li${colours(stream)}><span class="disc">${WAVE_SIGN}</span><div><b>${escapeXml(stream.name)}</b><p data-version="${escapeXml(stream.version)}"></p></div></li>`,
    )
    .join('\n');
  const said = wordsIn(DEFAULT_LANGUAGE);
  const facts = { timeZone: frame.station.timezone, limitMs: CALL_TIMEOUT_MS };
  const { body, policy } = standingDocument(
    {
      language: DEFAULT_LANGUAGE,
      title: said.title,
      head: `<h1 data-words="title">${escapeXml(said.title)}</h1>
<p class="lead" data-words="text">${escapeXml(said.text)}</p>
<div class="actions"><button type="button" class="button" data-retry data-words="retry">${escapeXml(said.retry)}</button><p role="status" data-words="status"></p></div>`,
      main: `<h2 data-words="titles">${escapeXml(said.titles)}</h2>
<p class="note" data-words="noTitles">${escapeXml(said.noTitles)}</p>
<ul>
${rows}
</ul>`,
      scripts: [offlineScript({ [DEFAULT_LANGUAGE]: said, ...words }, facts)],
    },
    frame,
  );
  const headers = new Headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': `public, max-age=${SITE_KEPT_SECONDS}`,
    'content-security-policy': policy,
  });
  return new StoredAnswer(200, headers, new TextEncoder().encode(body)).respond(request);
}

function wordsIn(language: Language): OfflineWords {
  return {
    title: translate(language, 'offline.title'),
    text: translate(language, 'offline.text'),
    retry: translate(language, 'offline.retry'),
    trying: translate(language, 'offline.trying'),
    stillAway: translate(language, 'offline.still-away'),
    titles: translate(language, 'offline.titles'),
    asOf: translate(language, 'offline.as-of', { time: 'TIME' }),
    noTitles: translate(language, 'offline.no-titles'),
    locale: localeOf(language),
  };
}
