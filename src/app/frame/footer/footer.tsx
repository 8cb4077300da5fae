import { lazy, Suspense } from 'react';
import { useText } from '#src/i18n/use-text.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { Icon, type IconName } from '#src/ui/icon/icon.tsx';
import hidden from '#src/ui/styles/hidden.module.css';
import styles from './footer.module.css';

const PreferencesButton = lazy(() =>
  import('#src/features/preferences/dialog/preferences-button.tsx').then(
    (file) => ({ default: file.PreferencesButton }),
    // The page stands without it.
    () => ({ default: () => <></> }),
  ),
);

/** The networks of the footer, in this order [R9]. */
const NETWORKS: readonly { id: string; name: string; icon: IconName }[] = [
  { id: 'facebook', name: 'Facebook', icon: 'facebook' },
  { id: 'instagram', name: 'Instagram', icon: 'instagram' },
  { id: 'twitter', name: 'Twitter', icon: 'x' },
  { id: 'youtube', name: 'YouTube', icon: 'youtube' },
  { id: 'discord', name: 'Discord', icon: 'discord' },
];

export function Footer() {
  const text = useText();
  const { name, since, links } = useStation();
  const networks = NETWORKS.flatMap((network) => {
    const address = links[network.id];
    return address ? [{ ...network, address }] : [];
  });
  return (
    <footer className={styles.footer}>
      <div className={styles.inside}>
        <p suppressHydrationWarning>
          © {since}–{new Date().getFullYear()} {name} · {text('frame.non-profit')}
        </p>
        <Suspense>
          <PreferencesButton className={styles.preferences ?? ''} />
        </Suspense>
        {networks.length > 0 && (
          <ul className={styles.networks} aria-label={text('frame.social')}>
            {networks.map((network) => (
              <li key={network.id}>
                <a href={network.address} target="_blank" rel="noopener">
                  <Icon name={network.icon} />
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
