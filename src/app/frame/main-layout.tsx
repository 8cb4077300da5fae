import type { ReactNode } from 'react';
import { DEFAULT_STREAM, type StreamId } from '#src/contract/streams.ts';
import { playerOf } from '#src/features/player/engine/player-store.ts';
import { PlayerBar } from '#src/features/player-bar/bar/player-bar.tsx';
import { usePlayerPage } from '#src/features/player-bar/bar/use-player-page.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { streamOfPath } from '#src/page/address/address-rules.ts';
import { homePath, streamPagePath } from '#src/page/address/paths.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useAddress, useNavigate } from '#src/page/navigation/navigation-context.tsx';
import { DialogsProvider } from '#src/ui/dialog/dialogs.tsx';
import { ToastProvider } from '#src/ui/toast/toasts.tsx';
import { Frame } from './frame.tsx';
import { MemberWatch } from './member-watch.tsx';
import { PagePalette } from './page-palette.tsx';

/**
 * Everything that survives navigation: the colour, messages, dialogs, the player, the frame.
 * @param props.pageStream the stream whose colour the page takes while nothing plays, where that is not the address's
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

/** Shows nothing. Beside the frame: what the player does would draw it anew, and late parts of it would lose what the document brought. */
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
