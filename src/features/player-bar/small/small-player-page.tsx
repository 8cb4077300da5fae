import { useEffect, useState } from 'react';
import { isLanguage, type Language } from '#src/contract/languages.ts';
import { DEFAULT_STREAM, isStreamId, type StreamId } from '#src/contract/streams.ts';
import { useHandedToken } from '#src/features/accounts/player-redirect/use-handed-token.ts';
import { useAdFree } from '#src/features/ad-free/use-ad-free.ts';
import { useHistory } from '#src/features/history/use-history.ts';
import { useHeardTrack } from '#src/features/player/ear/heard-track.ts';
import { useShownStream } from '#src/features/player/engine/player-store.ts';
import { LateTasks } from '#src/features/player-bar/bar/late-tasks.ts';
import { usePlayerPage } from '#src/features/player-bar/bar/use-player-page.ts';
import { TrackAnnouncements } from '#src/features/player-bar/heard/track-announcements.tsx';
import { PlainSound } from '#src/features/player-bar/play-button.tsx';
import { PlayerPanel } from '#src/features/player-bar/sheet/player-panel.tsx';
import { StatusAnnouncement } from '#src/features/player-bar/status-words.tsx';
import { ThemeToggle } from '#src/features/preferences/theme/theme-toggle.tsx';
import { LanguageProvider, useLanguage } from '#src/i18n/language-context.tsx';
import { groupsIn, loadTexts } from '#src/i18n/loaded-texts.ts';
import { useText } from '#src/i18n/use-text.ts';
import { homePath, smallPlayerPath, streamPagePath } from '#src/page/address/paths.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { PageHead } from '#src/page/head/page-head.tsx';
import { Link } from '#src/page/navigation/link.tsx';
import { useNavigate } from '#src/page/navigation/navigation-context.tsx';
import { TrackLink } from '#src/page/navigation/track-links.tsx';
import { whenReachable } from '#src/page/navigation/when-reachable.ts';
import { useStation, useStream } from '#src/page/on-air/station-context.tsx';
import type { PageProps } from '#src/page/page-module.ts';
import { useSession } from '#src/page/session/use-session.ts';
import { buttonClass } from '#src/ui/button/button.tsx';
import { DialogsProvider } from '#src/ui/dialog/dialogs.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import { ToastProvider } from '#src/ui/toast/toasts.tsx';
import styles from './small-player-page.module.css';

/** `/player/{streamId}`: one stream in a small window, and the way to the site. */
export function Page({ params }: PageProps) {
  const { language, isSettled } = useStoredLanguage();
  return (
    <LanguageProvider language={language}>
      <ToastProvider>
        <DialogsProvider>
          {/* What a page says by itself waits for the visitor's words. */}
          {isSettled && <LateTasks />}
          <SmallPlayer pathStream={params.streamId ?? DEFAULT_STREAM} />
        </DialogsProvider>
      </ToastProvider>
    </LanguageProvider>
  );
}

function SmallPlayer({ pathStream }: { pathStream: StreamId }) {
  const text = useText();
  const language = useLanguage();
  const navigate = useNavigate();
  const streamId = useShownStream(pathStream);
  const { name } = useStream(streamId);
  useAdFree(useSession().user?.id ?? null, useHandedToken());
  usePlayerPage({
    openStream: (id) => navigate(smallPlayerPath(id)),
    openSearch: () => navigate(streamPagePath(language, streamId, 'page-search.html')),
  });
  return (
    <>
      <PageHead title={text('panel.small-title', { stream: name })} isIndexed={false} isEmbedded />
      <main id="main" className={styles.page} tabIndex={-1} data-stream={streamId}>
        <div className={styles.inside}>
          <header className={styles.header}>
            <StreamChoice streamId={streamId} />
            <ThemeToggle />
          </header>
          <PlayerPanel streamId={streamId} heading="h1" />
          <PlainSound streamId={streamId} />
          <Foot streamId={streamId} />
        </div>
        <StatusAnnouncement />
        <TrackAnnouncements streamId={streamId} />
      </main>
    </>
  );
}

function StreamChoice({ streamId }: { streamId: StreamId }) {
  const text = useText();
  const navigate = useNavigate();
  const { streams } = useStation();
  const { name } = useStream(streamId);
  return (
    <label className={styles.choice}>
      <span aria-hidden="true">{name}</span>
      <Icon name="down" />
      <select
        aria-label={text('player.choose-stream')}
        value={streamId}
        onChange={({ currentTarget: { value } }) => {
          if (isStreamId(value)) navigate(smallPlayerPath(value));
        }}
      >
        {streams.map((stream) => (
          <option key={stream.id} value={stream.id}>
            {stream.name}
          </option>
        ))}
      </select>
    </label>
  );
}

function Foot({ streamId }: { streamId: StreamId }) {
  const text = useText();
  const language = useLanguage();
  const { name } = useStation();
  const before = useHistory(streamId, useHeardTrack(streamId)).data?.[0];
  return (
    <footer className={styles.foot}>
      <p>
        {before && (
          <TrackLink className={styles.before} streamId={streamId} slug={before.slug}>
            {text('panel.just-before-title', { title: before.title })}
          </TrackLink>
        )}
      </p>
      <Link className={styles.site} to={homePath(language, streamId)}>
        {text('player.open-site', { name })}
        <Icon name="outside" />
      </Link>
    </footer>
  );
}

/** An unknown stream, or a page that could not be made. */
export function Failure({ isMissing }: { isMissing: boolean }) {
  const text = useText();
  const title = text(isMissing ? 'frame.not-found' : 'frame.failure');
  return (
    <main className={styles.page}>
      <div className={styles.inside}>
        <PageHead title={title} isIndexed={false} />
        <h1 className={styles.failure}>{title}</h1>
        <a className={buttonClass('ink', 'large')} href="/">
          {text('frame.not-found.home')}
        </a>
      </div>
    </main>
  );
}

/**
 * The visitor's language for a page whose address names none: the stored one, else the browser's. The
 * document comes in the default language; the visitor's replaces it once its texts have loaded, and is settled
 * without them where they are lost on the way.
 */
function useStoredLanguage(): { language: Language; isSettled: boolean } {
  const written = useLanguage();
  const { storage } = useBrowser();
  const [language, setLanguage] = useState(written);
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const stored = storage.read('language');
    const wanted = [stored, ...navigator.languages.map((tag) => tag.slice(0, 2))].find(isLanguage);
    const settle = () => setSettled(true);
    if (wanted === undefined || wanted === written) return settle();
    const load = () => Promise.all(groupsIn(written).map((group) => loadTexts(group, wanted)));
    const waitForIt = () => {
      settle();
      return whenReachable(load);
    };
    load()
      .catch(waitForIt)
      .then(() => {
        document.documentElement.lang = wanted;
        setLanguage(wanted);
        settle();
      }, settle);
  }, [storage, written]);
  return { language, isSettled };
}
