import type { StreamId } from '#src/contract/streams.ts';
import {
  choosePreference,
  preferenceEngine,
  usePreferences,
} from '#src/features/preferences/store/preference-store.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useStream } from '#src/page/on-air/station-context.tsx';
import { useSession } from '#src/page/session/use-session.ts';
import { Icon } from '#src/ui/icon/icon.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';
import styles from './round-button.module.css';
import { useMemberGate } from './use-member-gate.tsx';

/**
 * Makes the stream the member's favourite, and shines while it is one. It says that it is done when the server has
 * taken it. A guest reads that a login is needed, and the login dialog opens behind the message [R22].
 */
export function StarButton({ streamId }: { streamId: StreamId }) {
  const text = useText();
  const gate = useMemberGate();
  const showToast = useToast();
  const { name } = useStream(streamId);
  const { isAuthenticated } = useSession();
  const favorite = usePreferences((state) => state.preferences.favoriteStreamId);
  const isFavorite = isAuthenticated && favorite === streamId;
  const label = text('player.star', { stream: name });

  const press = () => {
    if (!isAuthenticated) return gate.askForLogin();
    choosePreference({ favoriteStreamId: streamId });
    import('#src/features/preferences/rules/save-state.ts')
      .then(({ whenSettled }) => whenSettled(preferenceEngine))
      .catch(() => 'unsent')
      .then((end) => {
        if (end === 'saved') showToast('info', text('player.star-done'));
        else showToast('refusal', text(end === 'unsent' ? 'player.star-later' : 'frame.failure'));
      });
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
