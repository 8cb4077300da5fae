import * as z from 'zod/mini';
import { STREAM_IDS } from '#src/contract/streams.ts';
import { playerOf } from '#src/features/player/engine/player-store.ts';
import { EPISODE_LEFT, shownEpisodeOf } from '#src/features/player/page/shown-episode.ts';
import { previewPlayerOf, usePreview } from '#src/features/preview/preview-store.ts';
import { useText } from '#src/i18n/use-text.ts';
import { type Browser, onePerPage } from '#src/page/browser/browser.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useObserved } from '#src/page/browser/use-observed.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import styles from './episode-panel.module.css';
import {
  EpisodeCover,
  EpisodePanel,
  type EpisodeShow,
  EpisodeView,
  useLockScreen,
} from './episode-panel.tsx';
import { heardEpisodesOf } from './heard-episodes.ts';
import { isNothingAt } from './is-nothing-at.ts';
import { type PodcastEpisode, podcastEpisodeSchema } from './podcasts.wire.ts';

const heldSchema = z.object({
  episode: podcastEpisodeSchema,
  show: z.object({
    titre: z.string(),
    image: z.string(),
    streamId: z.enum(STREAM_IDS),
    language: z._default(z.string(), ''),
  }),
});
/** The episode in the bar, as its tab keeps it. */
type HeldEpisode = z.infer<typeof heldSchema>;

/**
 * Plays an episode in the bar as a long preview: the radio gives way and comes back at its end. Pressed
 * again, pauses it, and the bar offers to go on. Call it inside the gesture.
 */
export function playEpisode(browser: Browser, episode: PodcastEpisode, show: EpisodeShow): void {
  const previews = previewPlayerOf(browser);
  const pause = () => showOffer(browser, { episode, show });
  if (previews.getState().address === episode.audio) {
    pause();
    return;
  }
  const { streamId } = show;
  const wasOffered = isOffered(browser, episode);
  forgettingOf(browser);
  shownEpisodeOf(browser).set({
    words: <EpisodePanel episode={episode} show={show} />,
    cover: <EpisodeCover show={show} />,
    streamId,
  });
  const fromSeconds = heardEpisodesOf(browser).beginOf(episode.audio);
  const { title: titre, audio: preview, duration: durationSeconds } = episode;
  const isGone = () => isNothingAt(preview);
  const track = { titre, preview, fromSeconds, durationSeconds, isGone, kind: 'episode', pause } as const;
  previews.toggle(track, () => {
    // What the bar has offered can be pressed there again [R249].
    if (wasOffered) pause();
  });
  if (previews.getState().address === preview) rememberEpisode(browser, { episode, show });
}

/** Shows the episode that this tab was left with in the bar again: silent, at the second where it stopped. */
export function offerEpisode(browser: Browser): void {
  const left = findEpisodeLeft(browser);
  const player = playerOf(browser);
  const { phase, preview } = player.getState();
  // A listener who has pressed play meanwhile gets no offer, though they may have paused again.
  if (left === null || preview || phase !== 'idle') {
    forgetEpisode(browser);
    return;
  }
  showOffer(browser, left);
}

/** Shows an episode in the bar, silent, at the second where it will go on; one that sounds is paused. */
function showOffer(browser: Browser, held: HeldEpisode): void {
  const { episode, show } = held;
  const { streamId } = show;
  forgettingOf(browser);
  rememberEpisode(browser, held);
  previewPlayerOf(browser).pause();
  playerOf(browser).offerEpisode(episode.title, () => playEpisode(browser, episode, show));
  shownEpisodeOf(browser).set({
    words: <OfferedEpisode {...held} />,
    cover: <EpisodeCover show={show} />,
    streamId,
  });
}

/** The bar's view of an offered episode: its position, which can be moved, and a way to close it. */
function OfferedEpisode({ episode, show }: HeldEpisode) {
  const browser = useBrowser();
  const heardEpisodes = heardEpisodesOf(browser);
  const player = playerOf(browser);
  const text = useText();
  useLockScreen({ episode, show }, 'paused');
  const hasFailed = usePreview((state) => state.failed.has(episode.audio));
  // The bar and the whole player both show it.
  const place = () => heardEpisodes.placeOf(episode.audio);
  const seconds = useObserved(heardEpisodes, place, place);
  return (
    <EpisodeView
      episode={episode}
      show={show}
      seconds={Math.floor(seconds)}
      onMove={(to) => heardEpisodes.moveTo(episode.audio, to)}
      hasFailed={hasFailed}
    >
      <Button
        look="plain"
        shape="round"
        className={styles.close ?? ''}
        aria-label={text('frame.close')}
        onClick={player.endPreview}
      >
        <Icon name="close" />
      </Button>
    </EpisodeView>
  );
}

function isOffered(browser: Browser, { audio }: PodcastEpisode): boolean {
  const { preview } = playerOf(browser).getState();
  const isRested = (preview?.start ?? preview?.rested) !== undefined;
  return isRested && findEpisodeLeft(browser)?.episode.audio === audio;
}

/** Keeps the episode for this tab: reloaded, it offers it again. */
function rememberEpisode({ tabStorage }: Browser, held: HeldEpisode): void {
  tabStorage.write(EPISODE_LEFT, JSON.stringify(held));
}

/** The episode that this tab was left with; null when there was none, or storage is blocked. */
function findEpisodeLeft({ tabStorage }: Browser): HeldEpisode | null {
  const { data } = heldSchema.safeParse(tabStorage.readJson(EPISODE_LEFT));
  return data ?? null;
}

function forgetEpisode({ tabStorage }: Browser): void {
  tabStorage.remove(EPISODE_LEFT);
}

/** Once made, makes this tab forget the episode as soon as it leaves the bar, and does not wait to come back there. */
const forgettingOf = onePerPage((browser) => {
  const player = playerOf(browser);
  const isInBar = () => {
    const { preview } = player.getState();
    return preview?.kind === 'episode' || preview?.rested !== undefined;
  };
  let wasHeld = isInBar();
  return player.subscribe(() => {
    const isHeld = isInBar();
    if (wasHeld && !isHeld) forgetEpisode(browser);
    wasHeld = isHeld;
  });
});
