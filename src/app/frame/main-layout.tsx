import { type ReactNode, Suspense } from 'react';
import { DEFAULT_STREAM, type StreamId } from '#src/contract/streams.ts';
import { playerOf, usePlayer } from '#src/features/player/engine/player-store.ts';
import { wantsSound } from '#src/features/player/state/player-state.ts';
import { PlayerBar } from '#src/features/player-bar/bar/player-bar.tsx';
import { usePlayerPage } from '#src/features/player-bar/bar/use-player-page.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { streamOfPath } from '#src/page/address/address-rules.ts';
import { homePath, streamPagePath } from '#src/page/address/paths.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { fetchedPart } from '#src/page/navigation/fetched-part.ts';
import { useAddress, useNavigate } from '#src/page/navigation/navigation-context.tsx';
import { useSession } from '#src/page/session/use-session.ts';
import { whenIdle } from '#src/platform/clock/when-idle.ts';
import { DialogsProvider } from '#src/ui/dialog/dialogs.tsx';
import { ToastProvider } from '#src/ui/toast/toasts.tsx';
import { Frame } from './frame.tsx';
import styles from './main-layout.module.css';

/**
 * Everything that survives navigation: the colour, messages, dialogs, the player, the frame.
 * @param props.pageStream the stream whose colour the page takes while nothing plays, where that is not the
 * address's
 */
export function MainLayout(props: { pageStream: StreamId | null; children: ReactNode }) {
  const pathStream = streamOfPath(useAddress().pathname);
  return (
    <PagePalette pathStream={props.pageStream ?? pathStream}>
      <ToastProvider>
        <DialogsProvider>
          <MemberWatch />
          <PlayerTasks pathStream={pathStream} />
          <Frame pathStream={pathStream}>{props.children}</Frame>
          <PlayerBar pathStream={pathStream} />
        </DialogsProvider>
      </ToastProvider>
    </PagePalette>
  );
}

/**
 * Shows nothing. Beside the frame: what the player does would draw it anew, and late parts of it would lose
 * what the document brought.
 */
function PlayerTasks({ pathStream }: { pathStream: StreamId | null }): null {
  const language = useLanguage();
  const navigate = useNavigate();
  const player = playerOf(useBrowser());
  usePlayerPage({
    openStream: (streamId) => navigate(homePath(language, streamId), { keepsScroll: true }),
    openSearch() {
      const streamId = player.getState().streamId ?? pathStream ?? DEFAULT_STREAM;
      navigate(streamPagePath(language, streamId, 'page-search.html'));
    },
  });
  return null;
}

/** Gives the page the colour of the stream that is heard; while none is, that of the address. */
function PagePalette(props: { pathStream: StreamId | null; children: ReactNode }) {
  const { pathStream, children } = props;
  const streamId = usePlayer((state) => {
    const heard = wantsSound(state.phase) ? state.streamId : null;
    return heard ?? pathStream ?? state.streamId ?? DEFAULT_STREAM;
  });
  return (
    <div className={styles.palette} data-stream={streamId}>
      {children}
    </div>
  );
}

/** Without its script these tasks are left out. */
const IdleTasks = fetchedPart(() =>
  whenIdle()
    .then(() => import('./later/later.ts'))
    .then(({ later }) => later.IdleTasks),
);

/** Without its script nobody is signed in: the button is still there. */
const SignInReturn = fetchedPart(() =>
  import('#src/features/accounts/social-return/sign-in-return.tsx').then(({ SignInReturn }) => SignInReturn),
);

/**
 * Whether the address of this document brought something of a sign-in: `page/session/sign-in-arrival.ts` put
 * it there.
 */
const HAS_ARRIVAL = 'ondeArrival' in globalThis;

/** Tasks that accounts start by themselves on every page; shows nothing. Inside of the dialogs' provider. */
function MemberWatch() {
  const { isLoading } = useSession();
  if (isLoading) return null;
  return (
    <>
      <Suspense>{HAS_ARRIVAL && <SignInReturn />}</Suspense>
      <Suspense>
        <IdleTasks />
      </Suspense>
    </>
  );
}
