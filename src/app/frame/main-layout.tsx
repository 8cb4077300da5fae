import type { ReactNode } from 'react';
import { DEFAULT_STREAM, type StreamId } from '#src/contract/streams.ts';
import { player } from '#src/features/player/player-store.ts';
import { PlayerBar } from '#src/features/player-bar/player-bar.tsx';
import { PlayerProvider } from '#src/features/player-bar/player-provider.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { streamOfPath } from '#src/page/address/address-rules.ts';
import { homePath, streamPagePath } from '#src/page/address/paths.ts';
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
  const language = useLanguage();
  const navigate = useNavigate();
  const pathStream = streamOfPath(useAddress().pathname);

  const openStream = (streamId: StreamId) => navigate(homePath(language, streamId), { keepsScroll: true });
  const openSearch = () => {
    const streamId = player.getState().streamId ?? pathStream ?? DEFAULT_STREAM;
    navigate(streamPagePath(language, streamId, 'page-search.html'));
  };

  return (
    <PagePalette pathStream={props.pageStream ?? pathStream}>
      <ToastProvider>
        <DialogsProvider>
          <MemberWatch />
          <PlayerProvider
            pathStream={pathStream}
            openStream={openStream}
            openSearch={openSearch}
            offerEpisode={offerEpisode}
          >
            <Frame pathStream={pathStream}>{props.children}</Frame>
            <PlayerBar pathStream={pathStream} />
          </PlayerProvider>
        </DialogsProvider>
      </ToastProvider>
    </PagePalette>
  );
}

/** Without its script the radio plays all the same. */
function offerEpisode(): void {
  import('#src/features/podcasts/offer-episode.tsx').then(
    (file) => file.offerEpisode(),
    () => {},
  );
}
