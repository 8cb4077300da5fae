import type { NowPlaying } from '#src/broadcast/now-playing/now-playing.wire.ts';
import type { Language } from '#src/contract/languages.ts';
import { textOf } from '#src/i18n/loaded-texts.ts';
import { homePath } from '#src/page/address/paths.ts';
import type { StationFacts } from '#src/page/on-air/station-context.tsx';
import { streamStyle } from '#src/page/on-air/stream-colour.ts';
import type { StreamFacts } from '#src/page/on-air/stream-facts.wire.ts';
import { ICON_PATHS, type IconName } from '#src/ui/icon/icon-paths.ts';
import { COVER_QUERY } from './embed-state.ts';

/**
 * The small player for other sites, as it stands before its script has come: cover, two lines, mute, play and
 * the way to the site [R51]. Drawn on the server alone; `early-play.ts` hears presses until `embed-entry.ts` has
 * brought it to life.
 */
export function EmbedPlayer(props: {
  station: StationFacts;
  stream: StreamFacts;
  language: Language;
  track: NowPlaying | null;
}) {
  const { station, stream, language, track } = props;
  const text = textOf(language);
  const site = `${station.origin}${homePath(language, stream.id)}`;
  const title = track?.titre || stream.name;
  const artist = track?.artiste || stream.genre;
  return (
    <main className="card" style={streamStyle(stream.color)} aria-label={stream.name} data-embed="">
      <div className="cover">
        <img
          data-cover=""
          src={track ? `${track.pochette}${COVER_QUERY}` : `/logo-${stream.image}.png`}
          width={120}
          height={120}
          alt=""
        />
      </div>
      <div className="words">
        <p className="stream">
          <i aria-hidden="true" />
          {stream.name}
        </p>
        <h1 className="title" title={title} data-title="">
          {title}
        </h1>
        <p className="artist" data-artist="">
          {artist}
        </p>
        <div className="foot">
          <a
            className="site"
            href={site}
            target="_blank"
            rel="noopener"
            aria-label={`${text('player.open-site', { name: station.name })} (${text('frame.new-tab')})`}
          >
            <svg className="wave" width="26" height="16" viewBox="0 0 40 24" aria-hidden="true">
              <path d="M2 12c4-14 8-14 12 0s8 14 12 0 8-14 12 0" />
            </svg>
            <span>{station.name}</span>
            <Sign name="outside" />
          </a>
          <button
            type="button"
            className="mute"
            data-mute=""
            aria-pressed="false"
            aria-label={text('player.mute')}
          >
            <Sign name="volume" look="off" />
            <Sign name="muted" look="on" />
          </button>
        </div>
      </div>
      <button
        type="button"
        className="play"
        data-play=""
        data-play-stream={stream.id}
        data-stream-url={stream.url}
        aria-pressed="false"
        aria-label={text('player.play', { stream: stream.name })}
      >
        <Sign name="play" look="filled off" />
        <Sign name="pause" look="filled on" />
        <Sign name="busy" look="busy" />
      </button>
      <p className="hidden" role="status" data-status="" />
      <noscript>
        {/* biome-ignore lint/a11y/useMediaCaption: live music has no words to show */}
        <audio className="plain" controls preload="none" src={stream.url} />
      </noscript>
    </main>
  );
}

function Sign({ name, look = '' }: { name: IconName; look?: string }) {
  return (
    <svg className={`sign ${look}`} width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
