import { type ReactNode, useEffect, useState } from 'react';
import type { Language } from '#src/contract/languages.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { showEpisodeOnLockScreen } from '#src/features/player/page/media-session.ts';
import { previewPlayerOf, usePreview } from '#src/features/preview/preview-store.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { loadTexts, textOf } from '#src/i18n/loaded-texts.ts';
import { streamPagePath } from '#src/page/address/paths.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { CoverLink } from '#src/page/navigation/track-links.tsx';
import { whenReachable } from '#src/page/navigation/when-reachable.ts';
import { Marquee } from '#src/ui/marquee/marquee.tsx';
import { Slider } from '#src/ui/slider/slider.tsx';
import styles from './episode-panel.module.css';
import type { PodcastEpisode } from './podcasts.wire.ts';
import { playingTime } from './running-time.ts';
import { ShowCover } from './show-cover.tsx';

/** The show that an episode is of, and the stream whose podcasts have it. */
export interface EpisodeShow {
  readonly titre: string;
  readonly image: string;
  readonly streamId: StreamId;
  /** BCP 47; '' when it is not known. */
  readonly language: string;
}

interface Playing {
  readonly episode: PodcastEpisode;
  readonly show: EpisodeShow;
}

/** The bar's view of an episode that plays. */
export function EpisodePanel({ episode, show }: Playing) {
  const previewPlayer = previewPlayerOf(useBrowser());
  const elapsed = usePreview((state) => Math.floor(state.elapsedSeconds));
  const isSounding = usePreview((state) => state.isSounding);
  useLockScreen({ episode, show }, isSounding ? 'playing' : 'none');
  return (
    <EpisodeView
      episode={episode}
      show={show}
      seconds={elapsed}
      onMove={(seconds) => previewPlayer.seek(seconds)}
    />
  );
}

interface EpisodeViewProps extends Playing {
  readonly seconds: number;
  onMove(seconds: number): void;
  /** Whether it could not be played when it was pressed last. */
  readonly hasFailed?: boolean;
  readonly children?: ReactNode;
}

/** An episode's title, and where it is, to be moved. `children` stand beside the position. */
export function EpisodeView(props: EpisodeViewProps) {
  const { episode, show, seconds: elapsed, onMove, hasFailed = false, children } = props;
  const language = useLanguage();
  const isLoaded = useProgrammeTexts() === language;
  const text = textOf(language);
  const length = Math.max(1, Math.round(episode.duration));
  const position = `${playingTime(elapsed)} / ${playingTime(length)}`;
  return (
    <div className={styles.panel}>
      <Link
        className={styles.title}
        to={streamPagePath(language, show.streamId, 'page-podcast.html')}
        lang={show.language}
      >
        <Marquee text={episode.title} />
      </Link>
      {hasFailed && isLoaded ? (
        <div role="alert" className={styles.failed}>
          <Marquee text={text('programme.podcasts.failed')} />
        </div>
      ) : (
        <div className={styles.show} lang={show.language}>
          <Marquee text={show.titre} />
        </div>
      )}
      <div className={styles.seek}>
        <Slider
          label={isLoaded ? text('programme.podcasts.seek') : show.titre}
          value={Math.min(elapsed, length)}
          max={length}
          step={1}
          valueText={position}
          onChange={onMove}
        />
        <span className={styles.position}>{position}</span>
        {children}
      </div>
    </div>
  );
}

/** The bar outlives the page that has loaded these texts, and its language. */
function useProgrammeTexts(): Language | null {
  const language = useLanguage();
  const [loaded, setLoaded] = useState<Language | null>(null);
  useEffect(() => {
    let isWanted = true;
    whenReachable(() => loadTexts('programme', language)).then(
      () => isWanted && setLoaded(language),
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [language]);
  return loaded;
}

/** Shows the episode on the lock screen, and how it does. With 'none' what is there is left as it is. */
export function useLockScreen({ episode, show }: Playing, state: MediaSessionPlaybackState): void {
  useEffect(() => {
    if (state !== 'none') showEpisodeOnLockScreen(episode.title, show.titre, state);
  }, [state, episode, show]);
}

/** The player's picture of an episode: its show's, which leads to the podcasts of the stream. */
export function EpisodeCover({ show }: { show: EpisodeShow }) {
  const language = useLanguage();
  return (
    <>
      <ShowCover {...show} />
      <CoverLink to={streamPagePath(language, show.streamId, 'page-podcast.html')} />
    </>
  );
}
