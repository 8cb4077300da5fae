import { type MiddlewareFunction, Outlet, useMatches, useNavigate, useParams } from 'react-router';
import { MemberWatch } from '#src/features/accounts/member-watch.tsx';
import { streamStyle } from '#src/features/on-air/stream-colour.ts';
import { PlayerBar } from '#src/features/player/player-bar.tsx';
import { PlayerProvider } from '#src/features/player/player-provider.tsx';
import { wantsSound } from '#src/features/player/player-state.ts';
import { usePlayer } from '#src/features/player/player-store.ts';
import { useShownStream } from '#src/features/player/use-shown-stream.ts';
import { answerAddress } from '#src/features/routing/answer-address.ts';
import { pageStreamOf } from '#src/features/routing/page-stream.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { isStreamId, type StreamId } from '#src/spec/streams.ts';
import { DialogsProvider } from '#src/ui/dialog/dialogs.tsx';
import { ToastProvider } from '#src/ui/toast/toasts.tsx';
import { Frame } from './frame.tsx';
import styles from './main-layout.module.css';
import { useClientAddress } from './use-client-address.ts';

/** Addresses that another one stands for never reach a page (`address-rules.ts`). */
export const middleware: MiddlewareFunction<Response>[] = [
  ({ request }, next) => answerAddress(request) ?? next(),
];

/** Everything that survives navigation: the colour, messages, dialogs, the player, the frame. */
export default function MainLayout() {
  const language = useLanguage();
  const navigate = useNavigate();
  const pathStream = usePathStream();
  const shownStream = useShownStream(pathStream);
  const pageStream = pageStreamOf(useMatches()) ?? pathStream;
  useClientAddress();
  const isSounding = usePlayer((state) => wantsSound(state.phase));
  return (
    <div
      className={styles.layout}
      style={streamStyle(isSounding ? shownStream : (pageStream ?? shownStream))}
    >
      <ToastProvider>
        <DialogsProvider>
          <MemberWatch />
          <PlayerProvider
            pathStream={pathStream}
            openStream={(streamId) => navigate(`/${language}/${streamId}`, { preventScrollReset: true })}
            openSearch={() => navigate(`/${language}/${shownStream}/page-search.html`)}
          >
            <Frame streamId={shownStream}>
              <Outlet />
            </Frame>
            <PlayerBar pathStream={pathStream} />
          </PlayerProvider>
        </DialogsProvider>
      </ToastProvider>
    </div>
  );
}

/** The stream that the address names; null for none. */
function usePathStream(): StreamId | null {
  const { streamId } = useParams();
  return isStreamId(streamId) ? streamId : null;
}
