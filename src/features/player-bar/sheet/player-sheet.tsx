import { useRef } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { TrackFavorite } from '#src/features/favorites/hearts/lazy-hearts.tsx';
import { useHistory } from '#src/features/history/use-history.ts';
import { type HeardPiece, useHeardTrack } from '#src/features/player/ear/heard-track.ts';
import { usePlayer, useShownStream } from '#src/features/player/engine/player-store.ts';
import { useShownEpisode } from '#src/features/player/page/shown-episode.ts';
import { SLEEP_CHOICES_MINUTES, sleepTimerOf } from '#src/features/player/page/sleep-timer.ts';
import { AnnouncedTrack } from '#src/features/player-bar/heard/announced-track.tsx';
import { StatusAnnouncement } from '#src/features/player-bar/status-words.tsx';
import { useShownTrack } from '#src/features/player-bar/use-shown-track.ts';
import { WebPlayerLink } from '#src/features/player-bar/web-player-link.tsx';
import { localeOf } from '#src/i18n/formats/locale-of.ts';
import { useFormats } from '#src/i18n/formats/use-formats.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { momentPath } from '#src/page/address/moment-address.ts';
import { homePath, streamPagePath, trackPath } from '#src/page/address/paths.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useObserved } from '#src/page/browser/use-observed.ts';
import { ArtistLink, TrackLink } from '#src/page/navigation/track-links.tsx';
import { useStation, useStream } from '#src/page/on-air/station-context.tsx';
import { RetryNotice } from '#src/page/wire/retry-notice.tsx';
import { doubledTimeName } from '#src/platform/time-zone/doubled-time.ts';
import round from '#src/ui/button/round-button.module.css';
import { useDeviceShare } from '#src/ui/clipboard/use-copy.ts';
import { CoverImage } from '#src/ui/cover-image/cover-image.tsx';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';
import { useModal } from '#src/ui/dialog/use-modal.ts';
import { Icon } from '#src/ui/icon/icon.tsx';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import { DialogMessages } from '#src/ui/toast/dialog-messages.tsx';
import { PlayerPanel } from './player-panel.tsx';
import styles from './player-sheet.module.css';
import sheetButton from './sheet-button.module.css';

/** The whole player on a phone's screen. Its links lead to what it shows and close it; the sound goes on. */
export function PlayerSheet({ pathStream }: { pathStream: StreamId | null }) {
  const text = useText();
  const dialogs = useDialogs();
  const element = useRef<HTMLDialogElement>(null);
  const streamId = useShownStream(pathStream);
  const { name } = useStream(streamId);

  useModal(element);

  return (
    // Links answer to the keyboard by a click too.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <dialog
      ref={element}
      className={styles.sheet}
      aria-label={text('player.label')}
      onCancel={(event) => {
        event.preventDefault();
        dialogs.close();
      }}
      onClick={({ target }) => {
        if (target instanceof Element && target.closest('a:not([target])')) dialogs.close();
      }}
    >
      <header className={styles.header}>
        <button
          type="button"
          className={round.round}
          aria-label={text('panel.collapse')}
          onClick={dialogs.close}
        >
          <Icon name="down" />
        </button>
        <p>{name}</p>
        <WebPlayerLink streamId={streamId} />
      </header>
      <PlayerPanel streamId={streamId} heading="h2" />
      <div className={styles.duo}>
        <SleepChoice />
        <ShareButton streamId={streamId} />
      </div>
      <JustBefore streamId={streamId} />
      <StatusAnnouncement />
      <AnnouncedTrack />
      <DialogMessages />
    </dialog>
  );
}

/** The tracks before the one that is heard, with their times. */
function JustBefore({ streamId }: { streamId: StreamId }) {
  const text = useText();
  const { time } = useFormats();
  const language = useLanguage();
  const { timezone } = useStation();
  const { image } = useStream(streamId);
  const when = (at: string) =>
    `${time(at, timezone)} ${doubledTimeName(Date.parse(at), timezone, localeOf(language))}`.trim();
  const { data, error, isError, refetch } = useHistory(streamId, useHeardTrack(streamId));
  return (
    <section className={styles.history} aria-busy={data === undefined && !isError}>
      <h2>{text('panel.just-before')}</h2>
      {isError && data === undefined && (
        <RetryNotice title={text('panel.history-error')} error={error} retry={refetch} />
      )}
      {data?.length === 0 && <p className={styles.note}>{text('panel.history-empty')}</p>}
      <ol>
        {data?.map((track) => (
          <li key={track.started_at}>
            <time dateTime={track.started_at}>{when(track.started_at)}</time>
            <span className={styles.cover}>
              <CoverImage address={track.pochette} fallback={`/logo-${image}.png`} size={48} />
            </span>
            <div>
              <b>
                <TrackLink streamId={streamId} slug={track.slug}>
                  {track.title}
                </TrackLink>
              </b>
              <p>{track.artist && <ArtistLink streamId={streamId} artist={track.artist} />}</p>
            </div>
            <TrackFavorite track={track} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The sleep timer: a button that opens the platform's own list. */
function SleepChoice() {
  const sleepTimer = sleepTimerOf(useBrowser());
  const text = useText();
  const language = useLanguage();
  const left = useObserved(sleepTimer, sleepTimer.getMinutesLeft, () => null);
  const chosen = useObserved(sleepTimer, sleepTimer.getChosenMinutes, () => null);
  const minutes = new Intl.NumberFormat(localeOf(language), { style: 'unit', unit: 'minute' });
  return (
    <label className={left === null ? sheetButton.button : `${sheetButton.button} ${sheetButton.on}`}>
      <LaterIcon name="moon" />
      <span>{left === null ? text('panel.sleep') : text('panel.sleep-in', { minutes: left })}</span>
      <select
        value={chosen ?? 0}
        onChange={(event) => {
          const choice = Number(event.currentTarget.value);
          sleepTimer.set(choice === 0 ? null : choice);
        }}
      >
        <option value={0}>{text('panel.sleep-off')}</option>
        {SLEEP_CHOICES_MINUTES.map((choice) => (
          <option key={choice} value={choice}>
            {minutes.format(choice)}
          </option>
        ))}
      </select>
    </label>
  );
}

/**
 * Shares what the player shows by the device's own sheet, or copies the address where there is none. A track
 * that is heard is shared as the moment at which it began [R77], a preview as its track, an episode as the podcasts
 * of its stream; without a track, it is the stream that is shared.
 */
function ShareButton({ streamId }: { streamId: StreamId }) {
  const text = useText();
  const { name } = useStation();
  const { url, what } = useShared(streamId);
  const share = useDeviceShare(url, text('frame.share.text', { what, name }));

  return (
    <button type="button" className={sheetButton.button} onClick={share}>
      <Icon name="share" />
      <span>{text('frame.share')}</span>
    </button>
  );
}

/** The address of what the player shows, and what it is called. */
function useShared(streamId: StreamId): { url: string; what: string } {
  const language = useLanguage();
  const { origin } = useStation();
  const stream = useStream(streamId);
  const preview = usePlayer((state) => state.preview);
  const episode = useShownEpisode();
  const track = useShownTrack(streamId);
  const heard = useHeardTrack(streamId);
  const share = (path: string, what: string) => ({ url: `${origin}${path}`, what });
  if (preview && episode) {
    return share(streamPagePath(language, episode.streamId, 'page-podcast.html'), preview.title);
  }
  if (!track?.slug || !heard) return share(homePath(language, streamId), stream.name);
  if (preview) return share(trackPath(language, streamId, track.slug), track.titre);
  return share(momentPath(language, streamId, firstSecondOf(heard)), track.titre);
}

/** The first whole second in which the track sounds: addresses of moments are written to the second. */
function firstSecondOf({ started_at }: HeardPiece): number {
  return Math.ceil(Date.parse(started_at) / 1000) * 1000;
}
