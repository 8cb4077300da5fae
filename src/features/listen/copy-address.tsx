import { useText } from '#src/i18n/use-text.ts';
import { Button } from '#src/ui/button/button.tsx';
import { useCopy } from '#src/ui/clipboard/use-copy.ts';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import hidden from '#src/ui/styles/hidden.module.css';
import { useToast } from '#src/ui/toast/toasts.tsx';
import styles from './listen-rows.module.css';

/** Copies the direct address of a stream, and says so for a moment [R68]. */
export function CopyAddress({ address, stream }: { address: string; stream: string }) {
  const text = useText();
  const showToast = useToast();
  // The address beside the button can be selected.
  const { isCopied, copy } = useCopy(address, () => showToast('refusal', text('listen.players.copy-failed')));

  return (
    <Button look="plain" className={styles.copy} onClick={copy} aria-live="polite">
      <LaterIcon name={isCopied ? 'check' : 'link'} size={18} />
      <span>{text(isCopied ? 'listen.players.copied' : 'listen.players.copy')}</span>
      <span className={hidden.hidden}> · {stream}</span>
    </Button>
  );
}
