import { SHARE_POPUP } from '#src/contract/limits.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useCopy, useDeviceShare } from '#src/ui/clipboard/use-copy.ts';
import { LaterIcon, type LaterIconName } from '#src/ui/icon/later-icon.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';

const NETWORKS: readonly { id: 'facebook' | 'twitter' | 'whatsapp'; name: string; icon: LaterIconName }[] = [
  { id: 'facebook', name: 'Facebook', icon: 'facebook' },
  { id: 'twitter', name: 'Twitter', icon: 'x' },
  { id: 'whatsapp', name: 'WhatsApp', icon: 'whatsapp' },
];

/**
 * Copies the link, or hands it to a program of the device, or to a network in a small window [R39, R78].
 * @param props.message goes with the link
 */
export function ShareLinks(props: { url: string; message: string }) {
  const addresses = shareAddresses(props.url, props.message);
  return (
    <ul>
      <li>
        <CopyLink url={props.url} />
      </li>
      {NETWORKS.map((network) => (
        <li key={network.id}>
          <a
            href={addresses[network.id]}
            target="_blank"
            rel="noopener"
            onClick={(event) => {
              const size = `width=${SHARE_POPUP.width},height=${SHARE_POPUP.height}`;
              const popup = window.open(addresses[network.id], 'share', size);
              if (popup === null) return;
              popup.opener = null;
              event.preventDefault();
            }}
          >
            <LaterIcon name={network.icon} />
            {network.name}
          </a>
        </li>
      ))}
      {canShareByDevice() && (
        <li>
          <DeviceShare {...props} />
        </li>
      )}
    </ul>
  );
}

/** Where each network takes a link from. */
function shareAddresses(url: string, message: string): Record<'facebook' | 'twitter' | 'whatsapp', string> {
  const query = (parameters: Record<string, string>) => new URLSearchParams(parameters).toString();
  return {
    facebook: `https://www.facebook.com/sharer/sharer.php?${query({ u: url })}`,
    twitter: `https://twitter.com/intent/tweet?${query({ url, text: message })}`,
    whatsapp: `https://wa.me/?${query({ text: `${message} ${url}` })}`,
  };
}

/** Phones and tablets: a desktop's own sheet knows fewer places than this menu. */
function canShareByDevice(): boolean {
  return 'share' in navigator && matchMedia('(pointer: coarse)').matches;
}

/** Hands the link to any program of the device. */
function DeviceShare({ url, message }: { url: string; message: string }) {
  const text = useText();
  const share = useDeviceShare(url, message);
  return (
    <button type="button" onClick={share}>
      <LaterIcon name="share" />
      {text('frame.share.device')}
    </button>
  );
}

function CopyLink({ url }: { url: string }) {
  const text = useText();
  const showToast = useToast();
  const { isCopied, copy } = useCopy(url, () => showToast('refusal', text('frame.share.copy-failed')));

  return (
    <button type="button" onClick={copy} aria-live="polite">
      <LaterIcon name={isCopied ? 'check' : 'link'} />
      {text(isCopied ? 'frame.share.copied' : 'frame.share.copy')}
    </button>
  );
}
