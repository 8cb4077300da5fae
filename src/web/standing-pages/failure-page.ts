import type { NowPlaying } from '#src/broadcast/now-playing/now-playing.wire.ts';
import { escapeXml } from '#src/contract/escape-xml.ts';
import { fullTitle } from '#src/contract/full-title.ts';
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts';
import { DEFAULT_STREAM } from '#src/contract/streams.ts';
import { earlyPlayScript } from '#src/features/player/sound/early-play.ts';
import { negotiateLanguage } from '#src/i18n/negotiation/accept-language.ts';
import { translate } from '#src/i18n/translate.ts';
import { languageOfPath } from '#src/page/address/address-rules.ts';
import { homePath } from '#src/page/address/paths.ts';
import { colours, type StandingFrame, standingDocument } from './standing-page.ts';

const PLAY =
  '<svg class="go" viewBox="0 0 24 24" aria-hidden="true"><path d="M7 4.5v15l12.5-7.5z"/></svg><svg class="pause" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 5h4.5v14H6zM13.5 5H18v14h-4.5z"/></svg>';

/**
 * The answer to a page that could not be drawn at all [R89]: what plays on each stream, and a player that
 * needs no other script.
 */
export function failurePage(
  request: Request,
  frame: StandingFrame & {
    nowPlaying: readonly NowPlaying[];
    mediaBaseUrl: string;
    /** The name of this request in the log [W200]. */
    requestId: string | null;
  },
): Response {
  const { pathname } = new URL(request.url);
  const read = negotiateLanguage(request.headers.get('accept-language'));
  const language = languageOfPath(pathname) ?? read ?? DEFAULT_LANGUAGE;
  const rows = frame.station.streams.map((stream) => {
    const track = frame.nowPlaying.find(({ version }) => version === stream.version);
    const title = track === undefined ? '' : fullTitle(track.artiste, track.titre);
    const label = translate(language, 'player.play', { stream: stream.name });
    return `<li${colours(stream)}><button type="button" class="play" data-play-stream="${stream.id}" data-stream-url="${escapeXml(frame.mediaBaseUrl)}/stream/${stream.id}.mp3" aria-label="${escapeXml(label)}">${PLAY}</button><div><b>${escapeXml(stream.name)}</b><p>${escapeXml(title)}</p></div></li>`;
  });
  const { requestId } = frame;
  const named =
    requestId === null
      ? ''
      : `<p class="note">${escapeXml(translate(language, 'offline.failure.request', { id: requestId }))}</p>`;
  const said = (key: Parameters<typeof translate>[1]) => escapeXml(translate(language, key));
  const { body, policy } = standingDocument(
    {
      language,
      title: translate(language, 'offline.failure.title'),
      head: `<h1>${said('offline.failure.title')}</h1>
<p class="lead">${said('offline.failure.text')}</p>
<div class="actions"><a class="button" href="">${said('frame.retry')}</a><a class="button ghost" href="${homePath(language, DEFAULT_STREAM)}">${said('frame.not-found.home')}</a></div>${named}`,
      main: `<h2>${said('offline.failure.streams')}</h2>
<ul>
${rows.join('\n')}
</ul>`,
      scripts: [earlyPlayScript()],
    },
    frame,
  );
  return new Response(request.method === 'HEAD' ? null : body, {
    status: 500,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'cache-control': 'no-store',
      'content-security-policy': policy,
    },
  });
}
