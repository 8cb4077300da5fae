import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { fullTitle } from '#src/contract/full-title.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { askMarks } from '#src/features/player/ear/ask-marks.ts';
import { EarClock } from '#src/features/player/ear/ear-clock.ts';
import { heardTrackOf, useHeardTrack, useIsHeardKnown } from '#src/features/player/ear/heard-track.ts';
import { playerOf, usePlayer } from '#src/features/player/engine/player-store.ts';
import { bindEpisodeKeys, bindRadioKeys } from '#src/features/player/page/headset-keys.ts';
import { showOnLockScreen, showPreviewOnLockScreen } from '#src/features/player/page/media-session.ts';
import { isHeard } from '#src/features/player/state/player-state.ts';
import { useShownTrack } from '#src/features/player-bar/use-shown-track.ts';
import { useText } from '#src/i18n/use-text.ts';
import { onePerPage } from '#src/page/browser/browser.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { whenReachable } from '#src/page/navigation/when-reachable.ts';
import { useStream } from '#src/page/on-air/station-context.tsx';
import { useNowPlaying } from '#src/page/on-air/use-now-playing.ts';
import { adFreeTokenOf } from '#src/page/session/session-store.ts';
import { useSession } from '#src/page/session/use-session.ts';
import { fetchJson } from '#src/page/wire/call-wire.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { useToast } from '#src/ui/toast/toasts.tsx';
import { AnnouncedTrack, announcedTrackOf } from './announced-track.tsx';
import { TrackAnnouncer } from './track-announcer.ts';

/**
 * Announces each new track that is heard. All else that matters only once something sounds comes in the same
 * script, so that a first visit need not wait for it: the ear clock, the lock screen, the tab's title, the
 * diary.
 */
export function LiveTrack({ streamId }: { streamId: StreamId }): ReactNode {
  const browser = useBrowser();
  useEar(streamId);
  useLockScreen(streamId);
  useHeardTitle(streamId);
  useDiaryNotes();
  useLeapNote();
  const track = useHeardTrack(streamId);
  const phase = usePlayer((state) => (state.streamId === streamId ? state.phase : 'idle'));
  const [announcer] = useState(
    () =>
      new TrackAnnouncer(systemClock, (title) =>
        announcedTrackOf(browser).set(title === null ? null : { title }),
      ),
  );
  const title = phase === 'playing' && track ? fullTitle(track.artiste, track.titre) : null;
  const isKnown = useIsHeardKnown(streamId);
  // Connecting is a start, of another stream too.
  const isLost = phase === 'reconnecting' || phase === 'offline';
  const isOpen = isLost || (title !== null && !isKnown);
  useEffect(() => announcer.update(isOpen ? undefined : title), [announcer, isOpen, title]);
  return <AnnouncedTrack />;
}

/** The page's ear, from the first time it is asked for: once something sounds. */
const earClockOf = onePerPage((browser) => {
  /** Of who has signed out it is that of what they go on hearing [R52]. */
  let pass = adFreeTokenOf(browser);
  return new EarClock({
    clock: browser.clock,
    random: Math.random,
    player: playerOf(browser),
    askMarks(streamId, variant) {
      pass = adFreeTokenOf(browser) ?? pass;
      return askMarks(fetchJson, streamId, variant === 'member' ? pass : null);
    },
    show: heardTrackOf(browser).set,
  });
});

/** Keeps the ear clock, which says what is heard [R157], and tells it what is on air. */
function useEar(streamId: StreamId): void {
  const ear = earClockOf(useBrowser());
  const onAir = useNowPlaying(streamId);
  useEffect(() => {
    if (onAir) ear.hearOnAir(streamId, onAir);
  }, [ear, streamId, onAir]);
}

/** Shows the stream on the device's lock screen and obeys its keys. Only once something has sounded. */
function useLockScreen(streamId: StreamId): void {
  const browser = useBrowser();
  const { name } = useStream(streamId);
  const track = useHeardTrack(streamId);
  const phase = usePlayer((state) => state.phase);
  const preview = usePlayer((state) => state.preview);
  const isEpisode = preview?.kind === 'episode';
  const isOffered = preview?.start !== undefined;
  // An episode's views come and go with the whole player: its keys are given here, too. A track's preview and a video
  // leave the radio's as they are [R216].
  useEffect(() => {
    if (isEpisode) bindEpisodeKeys(browser, isOffered);
    else bindRadioKeys(browser);
  }, [isEpisode, isOffered, browser]);
  useEffect(() => {
    if (preview === null) showOnLockScreen(phase, track, name);
    // An episode in the radio's place shows itself there [R217].
    else if (preview.kind === 'track') showPreviewOnLockScreen(preview);
  }, [phase, track, name, preview]);
}

/**
 * Names the tab after what is heard, and after its page again when that stops [R141]. The first `<title>` of
 * a head counts: the page's own stays below it and may change.
 */
function useHeardTitle(streamId: StreamId): void {
  const track = useShownTrack(streamId);
  const episode = usePlayer(({ preview }) => (preview?.track ? null : (preview?.title ?? null)));
  const isOn = usePlayer(isHeard);
  const name = episode ?? (track && [track.title, track.artist].filter(Boolean).join(' · '));
  const title = isOn ? name : null;
  useEffect(() => {
    if (title === null) return;
    const { head } = document;
    const element = document.createElement('title');
    element.dataset.heard = '';
    element.textContent = title;
    const stayFirst = () => {
      if (head.querySelector('title') !== element) head.prepend(element);
    };
    stayFirst();
    // A new page puts its title before all others.
    const observer = new MutationObserver(stayFirst);
    observer.observe(head, { childList: true });
    return () => {
      observer.disconnect();
      element.remove();
    };
  }, [title]);
}

/** Says so when music was left out, since more of it had been missed than the radio keeps [R169]. */
function useLeapNote(): void {
  const text = useText();
  const showToast = useToast();
  const leaps = usePlayer((state) => state.leaps);
  const [before] = useState(leaps);
  const say = useEffectEvent(() => showToast('info', text('player.leapt')));
  useEffect(() => {
    if (leaps > before) say();
  }, [before, leaps]);
}

/** Keeps the listening diary of a member who wants one [A67]. Without its script nothing is noted. */
function useDiaryNotes(): void {
  const browser = useBrowser();
  const { isAuthenticated } = useSession();
  useEffect(() => {
    if (!isAuthenticated) return;
    whenReachable(() => import('#src/features/diary/recording/keep-diary.ts')).then(
      ({ diaryKeeperOf }) => void diaryKeeperOf(browser),
      () => {},
    );
  }, [browser, isAuthenticated]);
}
