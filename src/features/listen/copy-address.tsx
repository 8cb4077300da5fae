import { useEffect, useState } from 'react';
import { COPY_CONFIRMATION_MS } from '#src/contract/limits.ts';
import { useText } from '#src/i18n/use-text.ts';
import { Button } from '#src/ui/button/button.tsx';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import hidden from '#src/ui/styles/hidden.module.css';
import { useToast } from '#src/ui/toast/toasts.tsx';
import styles from './listen-rows.module.css';

/** Copies the direct address of a stream, and says so for a moment [R68]. */
export function CopyAddress({ address, stream }: { address: string; stream: string }) {
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
      await navigator.clipboard.writeText(address);
      setCopied(true);
    } catch {
      // A page without TLS may not: the address beside the button can be selected.
      showToast('refusal', text('listen.players.copy-failed'));
    }
  };

  return (
    <Button look="plain" className={styles.copy} onClick={copy} aria-live="polite">
      <LaterIcon name={isCopied ? 'check' : 'link'} size={18} />
      <span>{text(isCopied ? 'listen.players.copied' : 'listen.players.copy')}</span>
      <span className={hidden.hidden}> · {stream}</span>
    </Button>
  );
}
