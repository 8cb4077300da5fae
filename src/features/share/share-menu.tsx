import { useEffect, useState } from 'react';
import { useStation } from '#src/features/on-air/station-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { COPY_CONFIRMATION_MS, SHARE_POPUP } from '#src/spec/limits.ts';
import { Disclosure } from '#src/ui/disclosure/disclosure.tsx';
import { Icon, type IconName } from '#src/ui/icon/icon.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';
import { shareAddresses } from './share-addresses.ts';

const NETWORKS: readonly { id: 'facebook' | 'twitter' | 'whatsapp'; name: string; icon: IconName }[] = [
  { id: 'facebook', name: 'Facebook', icon: 'facebook' },
  { id: 'twitter', name: 'Twitter', icon: 'x' },
  { id: 'whatsapp', name: 'WhatsApp', icon: 'whatsapp' },
];

/**
 * Copies the link, or hands it to a network in a small window (radio.md §2).
 * @param props.path what is shared, from `/`
 * @param props.message what goes with the link
 */
export function ShareMenu(props: { path: string; message: string; buttonClass: string }) {
  const { origin } = useStation();
  const url = `${origin}${props.path}`;
  const addresses = shareAddresses(url, props.message);
  return (
    <Disclosure buttonClass={props.buttonClass} button={<ShareWords />}>
      <ul>
        <li>
          <CopyLink url={url} />
        </li>
        {NETWORKS.map((network) => (
          <li key={network.id}>
            <a
              href={addresses[network.id]}
              target="_blank"
              rel="noopener"
              onClick={(event) => {
                const size = `width=${SHARE_POPUP.width},height=${SHARE_POPUP.height}`;
                if (window.open(addresses[network.id], 'share', `noopener,${size}`) === null) return;
                event.preventDefault();
              }}
            >
              <Icon name={network.icon} />
              {network.name}
            </a>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

function ShareWords() {
  const text = useText();
  return (
    <>
      <Icon name="share" />
      {text('frame.share')}
    </>
  );
}

function CopyLink({ url }: { url: string }) {
  const text = useText();
  const showToast = useToast();
  const [isCopied, setCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPY_CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
    } catch {
      showToast('refusal', text('frame.share.copy-failed'));
    }
  };

  return (
    <button type="button" onClick={copy} aria-live="polite">
      <Icon name={isCopied ? 'check' : 'link'} />
      {text(isCopied ? 'frame.share.copied' : 'frame.share.copy')}
    </button>
  );
}
