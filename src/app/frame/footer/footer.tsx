import { useEffect, useRef } from 'react';
import { KeysButton } from '#src/features/player-bar/keys/keys-button.tsx';
import { PreferencesButton } from '#src/features/preferences/dialog/use-preferences-dialog.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { useNow } from '#src/page/use-now.ts';
import { wallTimeAt } from '#src/platform/time-zone/wall-time.ts';
import { useOpenDialog } from '#src/ui/dialog/dialogs.tsx';
import { LaterIcon, type LaterIconName } from '#src/ui/icon/later-icon.tsx';
import hidden from '#src/ui/styles/hidden.module.css';
import styles from './footer.module.css';

/**
 * Does what was pressed before the footer heard [A83], but where a dialog is open by now, or is on its way and may have
 * been asked for since.
 */
function usePressAgain(): void {
  const dialog = useRef<ReturnType<typeof useOpenDialog>>(null);
  dialog.current = useOpenDialog();
  useEffect(() => {
    const pressed = window.ondeFooterPresses?.() ?? new Map<HTMLElement, boolean>();
    for (const [button, isLast] of pressed) {
      pressed.delete(button);
      if (dialog.current === null || (dialog.current.isComing && isLast)) button.click();
    }
  }, []);
}

/** The networks of the footer, in this order [R9]. */
const NETWORKS: readonly { id: string; name: string; icon: LaterIconName }[] = [
  { id: 'facebook', name: 'Facebook', icon: 'facebook' },
  { id: 'instagram', name: 'Instagram', icon: 'instagram' },
  { id: 'twitter', name: 'Twitter', icon: 'x' },
  { id: 'youtube', name: 'YouTube', icon: 'youtube' },
  { id: 'discord', name: 'Discord', icon: 'discord' },
];

export function Footer() {
  const text = useText();
  const { name, since, timezone, links } = useStation();
  usePressAgain();
  const { year } = wallTimeAt(useNow(Date.now()), timezone);
  const networks = NETWORKS.flatMap((network) => {
    const address = links[network.id];
    return address ? [{ ...network, address }] : [];
  });
  return (
    <footer className={styles.footer} data-footer="">
      <div className={styles.inside}>
        <p suppressHydrationWarning>
          © {since < year ? `${since}–${year}` : year} {name} · {text('frame.non-profit')}
        </p>
        <p className={styles.choices}>
          <PreferencesButton className={styles.choice ?? ''} />
          <KeysButton className={`${styles.choice} ${styles.keys}`} />
        </p>
        {networks.length > 0 && (
          <ul className={styles.networks} aria-label={text('frame.social')}>
            {networks.map((network) => (
              <li key={network.id}>
                <a href={network.address} target="_blank" rel="noopener">
                  <LaterIcon name={network.icon} />
                  <span className={hidden.hidden}>
                    {network.name} ({text('frame.new-tab')})
                  </span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </footer>
  );
}
