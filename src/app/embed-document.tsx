import { renderToStaticMarkup } from 'react-dom/server';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#src/contract/languages.ts';
import { THEMES } from '#src/contract/limits.ts';
import { isStreamId, type StreamId } from '#src/contract/streams.ts';
import { EmbedPlayer } from '#src/features/embed/embed-player.tsx';
import { EMBED_STATE_ID, type EmbedState, type EmbedWords } from '#src/features/embed/embed-state.ts';
import { earlyPlayScript } from '#src/features/player/sound/early-play.ts';
import { textOf } from '#src/i18n/loaded-texts.ts';
import { negotiateLanguage } from '#src/i18n/negotiation/accept-language.ts';
import type { RenderedPage } from '#src/page/address/rendered-page.ts';
import { stationFacts } from '#src/page/on-air/station-facts.ts';
import type { PageServices } from '#src/page/wire/page-services.ts';
import type { PageFiles } from './page-assets.ts';

/** Frames of other sites know no listener. */
const EARLY_SCRIPT = earlyPlayScript(false);

/**
 * Answers `/embed/{streamId}`: the small player in a document of its own, without the pages' scripts, for
 * frames of other sites [W106]. Null for any other address.
 */
export function answerEmbed(
  request: Request,
  { services, files }: { services: PageServices; files: PageFiles },
): RenderedPage | null {
  const url = new URL(request.url);
  const streamId = streamOfEmbed(url.pathname);
  if (streamId === null) return null;
  const asked = url.searchParams.get('lang');
  const read = negotiateLanguage(request.headers.get('Accept-Language'));
  const language = isLanguage(asked) ? asked : (read ?? DEFAULT_LANGUAGE);
  const station = stationFacts(services.station(), language);
  const stream = station.streams.find(({ id }) => id === streamId);
  if (stream === undefined) return null;
  const track = services
    .nowPlaying()
    .find(({ version, titre }) => version === stream.version && titre !== '');
  const state: EmbedState = {
    streamId,
    version: stream.version,
    url: stream.url,
    station: station.name,
    words: wordsIn(language),
  };
  const theme = THEMES.find((one) => one === url.searchParams.get('theme'));
  const sheets = files.styles.flatMap(({ text }) => text ?? []);
  // Where the schemes of a frame and of the page around it differ, browsers lay a ground below the frame.
  // Most pages have none, whatever their colours: the root has none either, the card its own.
  const markup = renderToStaticMarkup(
    <html lang={language} className="root" data-theme={theme} style={{ colorScheme: 'normal' }}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{stream.name}</title>
        <meta name="robots" content="noindex" />
        {files.styles.map(({ href, text }) =>
          text === null ? (
            <link key={href} rel="stylesheet" href={href} />
          ) : (
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the build's own text
            <style key={href} dangerouslySetInnerHTML={{ __html: text }} />
          ),
        )}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the build's own text */}
        <script dangerouslySetInnerHTML={{ __html: EARLY_SCRIPT }} />
        {files.scripts.map((src) => (
          <script key={src} type="module" src={src} />
        ))}
      </head>
      <body className="body">
        <EmbedPlayer station={station} stream={stream} language={language} track={track ?? null} />
        <script
          type="application/json"
          id={EMBED_STATE_ID}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every `<` escaped
          dangerouslySetInnerHTML={{ __html: JSON.stringify(state).replaceAll('<', '\\u003c') }}
        />
      </body>
    </html>,
  );
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', vary: 'Accept-Language' },
    body: `<!doctype html>${markup}`,
    inline: { scripts: [EARLY_SCRIPT], styles: sheets },
  };
}

function streamOfEmbed(pathname: string): StreamId | null {
  const [, first, id, ...rest] = pathname.split('/');
  return first === 'embed' && isStreamId(id) && rest.join('') === '' ? id : null;
}

function wordsIn(language: Language): EmbedWords {
  const text = textOf(language);
  return {
    connecting: text('player.connecting'),
    reconnecting: text('player.connecting'),
    offline: text('player.offline'),
    blocked: text('player.blocked'),
    noOutput: text('player.no-output'),
  };
}
