import { type MiddlewareFunction, Outlet, useMatches, useNavigate, useParams } from 'react-router';
import { DEFAULT_STREAM, isStreamId, type StreamId } from '#src/contract/streams.ts';
import { player } from '#src/features/player/player-store.ts';
import { PlayerBar } from '#src/features/player-bar/player-bar.tsx';
import { PlayerProvider } from '#src/features/player-bar/player-provider.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { answerAddress } from '#src/page/address/answer-address.ts';
import { pageStreamOf } from '#src/page/address/page-stream.ts';
import { homePath, streamPagePath } from '#src/page/address/paths.ts';
import { pageServices } from '#src/page/page-services.ts';
import { DialogsProvider } from '#src/ui/dialog/dialogs.tsx';
import { ToastProvider } from '#src/ui/toast/toasts.tsx';
import { Frame } from './frame.tsx';
import { MemberWatch } from './member-watch.tsx';
import { PagePalette } from './page-palette.tsx';
import { useClientAddress } from './use-client-address.ts';

/** What fails in the frame itself. */
export { ErrorBoundary } from './page-boundary.tsx';

/** Addresses that another one stands for never reach a page (`address-rules.ts`). */
export const middleware: MiddlewareFunction<Response>[] = [
  ({ request, context }, next) => answerAddress(request, context.get(pageServices).station().name) ?? next(),
];

/** Everything that survives navigation: the colour, messages, dialogs, the player, the frame. */
export default function MainLayout() {
  const language = useLanguage();
  const navigate = useNavigate();
  const pathStream = usePathStream();
  const pageStream = pageStreamOf(useMatches()) ?? pathStream;
  useClientAddress();

  const openStream = (streamId: StreamId) =>
    navigate(homePath(language, streamId), { preventScrollReset: true });
  const openSearch = () => {
    const streamId = player.getState().streamId ?? pathStream ?? DEFAULT_STREAM;
    navigate(streamPagePath(language, streamId, 'page-search.html'));
  };

  return (
    <PagePalette pathStream={pageStream}>
      <ToastProvider>
        <DialogsProvider>
          <MemberWatch />
          <PlayerProvider
            pathStream={pathStream}
            openStream={openStream}
            openSearch={openSearch}
            offerEpisode={offerEpisode}
          >
            <Frame pathStream={pathStream}>
              <Outlet />
            </Frame>
            <PlayerBar pathStream={pathStream} />
          </PlayerProvider>
        </DialogsProvider>
      </ToastProvider>
    </PagePalette>
  );
}

/** Without its script the radio is there all the same. */
function offerEpisode(): void {
  import('#src/features/podcasts/offer-episode.tsx').then(
    (file) => file.offerEpisode(),
    () => {},
  );
}

/** The stream that the address names, the address of a page that does not exist too; null for none. */
function usePathStream(): StreamId | null {
  const { streamId, '*': unknown } = useParams();
  const id = streamId ?? unknown?.split('/')[0];
  return isStreamId(id) ? id : null;
}
