import { useText } from '#src/i18n/use-text.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { Button } from '#src/ui/button/button.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import styles from './install-hint.module.css';
import { acceptOffer, useInstallOffer } from './install-offer.ts';

/** Says how the site becomes an application here; its texts must be there. */
export function InstallWords() {
  const text = useText();
  const { name } = useStation();
  const offer = useInstallOffer();
  return (
    <div className={styles.hint}>
      <p role="status">
        {offer === null ? (
          <>
            <Icon name="check" size={18} /> {text('install.done', { name })}
          </>
        ) : (
          text(offer === undefined ? 'install.ios' : 'install.why')
        )}
      </p>
      {offer && (
        <Button look="line" onClick={() => void acceptOffer(offer)}>
          {text('install.install', { name })}
        </Button>
      )}
    </div>
  );
}
