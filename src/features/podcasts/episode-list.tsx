import { useCallback, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { usePlayer } from '#src/features/player/engine/player-store.ts';
import { usePreview } from '#src/features/preview/preview-store.ts';
import { useFormats } from '#src/i18n/formats/use-formats.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { Button } from '#src/ui/button/button.tsx';
import { Equaliser } from '#src/ui/equaliser/equaliser.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import hidden from '#src/ui/styles/hidden.module.css';
import { playEpisode } from './episode-in-bar.tsx';
import styles from './episode-list.module.css';
import { heardEpisodesOf } from './heard-episodes.ts';
import type { PodcastEpisode, PodcastShowRow } from './podcasts.wire.ts';
import { runningTime } from './running-time.ts';

const SHOWN_AT_FIRST = 5;

/** A show's episodes, newest first. */
export function EpisodeList({ show, streamId }: { show: PodcastShowRow; streamId: StreamId }) {
  const text = useText();
  const formats = useFormats();
  const id = useId();
  const list = useRef<HTMLOListElement>(null);
  const [showsAll, setShowsAll] = useState(false);
  // The button is gone once it is pressed: the first episode that it has brought takes the focus.
  useEffect(() => {
    if (showsAll) list.current?.children[SHOWN_AT_FIRST]?.querySelector('button')?.focus();
  }, [showsAll]);
  const { episodes, total, xml } = show;
  if (episodes.length === 0) {
    const isOurs = xml.startsWith('/');
    return (
      <p className={styles.empty}>
        {text(isOurs ? 'programme.podcasts.soon' : 'programme.podcasts.elsewhere')}
      </p>
    );
  }
  const shown = showsAll ? episodes : episodes.slice(0, SHOWN_AT_FIRST);
  const further = episodes.length - shown.length;
  return (
    <>
      <ol
        ref={list}
        id={id}
        className={styles.list}
        aria-label={text('programme.podcasts.episodes', { show: show.titre })}
      >
        {shown.map((episode) => (
          <EpisodeRow key={episode.audio} episode={episode} show={show} streamId={streamId} />
        ))}
      </ol>
      {further > 0 && (
        <Button
          look="line"
          className={styles.more ?? ''}
          aria-controls={id}
          onClick={() => setShowsAll(true)}
        >
          {text('programme.podcasts.more', { count: further })}
        </Button>
      )}
      {total > episodes.length && (
        <p className={styles.rest}>
          {text('programme.podcasts.newest', {
            count: episodes.length,
            total: formats.number(total),
          })}{' '}
          <a href={xml} type="application/rss+xml" target="_blank" rel="noopener">
            {text('programme.podcasts.all')}
            <span className={hidden.hidden}> ({text('frame.new-tab')})</span>
          </a>
        </p>
      )}
    </>
  );
}

/** An episode with the way to play it here. */
function EpisodeRow(props: { episode: PodcastEpisode; show: PodcastShowRow; streamId: StreamId }) {
  const browser = useBrowser();
  const { episode, show, streamId } = props;
  const { title, description, published_at, duration, audio } = episode;
  const { titre, image, language: spoken } = show;
  const text = useText();
  const formats = useFormats();
  const language = useLanguage();
  const { timezone } = useStation();
  const isOn = usePreview((state) => state.address === audio);
  const isSounding = usePreview((state) => state.address === audio && state.isSounding);
  const isAloud = usePlayer((state) => !state.muted);
  const hasFailed = usePreview((state) => state.failed.has(audio));
  // The bar says it, too, where it goes on offering the episode.
  const isInBar = usePlayer(({ preview }) => preview?.kind === 'episode');
  const wasBegun = useSyncExternalStore(
    useCallback((listener) => heardEpisodesOf(browser).subscribe(listener), [browser]),
    () => heardEpisodesOf(browser).wasBegun(audio),
    () => false,
  );
  const goesOn = !isOn && wasBegun;
  return (
    <li className={styles.row} aria-current={isOn || undefined}>
      <button
        type="button"
        className={styles.play}
        aria-label={text('programme.podcasts.play', { episode: title })}
        aria-pressed={isOn}
        aria-busy={isOn && !isSounding}
        onClick={() => playEpisode(browser, episode, { titre, image, streamId, language: spoken })}
      >
        <Icon name={isOn ? (isSounding ? 'pause' : 'busy') : 'play'} spins={isOn && !isSounding} />
      </button>
      <div className={styles.words}>
        <h3 lang={spoken} dir="auto">
          {title}
        </h3>
        <p className={styles.facts}>
          <time dateTime={published_at}>{formats.date(published_at, timezone)}</time>
          <span>{runningTime(duration, language)}</span>
          {isOn && (
            <b>
              <Equaliser moves={isSounding && isAloud} />
              {text('programme.podcasts.playing')}
            </b>
          )}
          {goesOn && <b>{text('programme.podcasts.goes-on')}</b>}
        </p>
        {description !== '' && (
          <p className={styles.text} lang={spoken} dir="auto">
            {description}
          </p>
        )}
        {hasFailed && (
          <p role={isInBar ? undefined : 'alert'} className={styles.failed}>
            <Icon name="warning" size={18} />
            {text('programme.podcasts.failed')}
          </p>
        )}
      </div>
    </li>
  );
}
