import type { StreamId } from '#src/contract/streams.ts';
import { useAccountDialogs } from '#src/features/accounts/dialogs/use-account-dialogs.tsx';
import { usePreferences } from '#src/features/preferences/store/preference-store.ts';
import { useChooseFavorite } from '#src/features/preferences/store/use-choose-favorite.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useStream } from '#src/page/on-air/station-context.tsx';
import { useSession } from '#src/page/session/use-session.ts';
import styles from '#src/ui/button/round-button.module.css';
import { Icon } from '#src/ui/icon/icon.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';

/**
 * Makes the stream the member's favourite, and is lit while it is. Success is told once the server has stored
 * it. A guest reads that a login is needed, and the login dialog opens behind the message [R22].
 */
export function StarButton({ streamId }: { streamId: StreamId }) {
  const text = useText();
  const { openGate } = useAccountDialogs();
  const chooseFavorite = useChooseFavorite();
  const showToast = useToast();
  const { name } = useStream(streamId);
  const { isAuthenticated } = useSession();
  const favorite = usePreferences((state) => state.preferences.favoriteStreamId);
  const isFavorite = isAuthenticated && favorite === streamId;
  const label = text('player.star', { stream: name });

  const press = () => {
    if (isAuthenticated) return chooseFavorite(streamId);
    showToast('info', text('player.star-login'));
    openGate({ kind: 'star', streamId });
  };

  return (
    <button
      type="button"
      className={styles.round}
      aria-label={label}
      title={label}
      aria-pressed={isFavorite}
      onClick={press}
    >
      <Icon name={isFavorite ? 'star-filled' : 'star'} />
    </button>
  );
}
