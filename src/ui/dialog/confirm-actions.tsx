import { Button } from '#src/ui/button/button.tsx';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import styles from './confirm-actions.module.css';

/**
 * The foot of a dialog that asks before something is gone for good.
 * @param props.isBusy it is on its way
 */
export function ConfirmActions(props: {
  confirm: string;
  keep: string;
  isBusy: boolean;
  onConfirm: () => void;
  onKeep: () => void;
}) {
  const { confirm, keep, isBusy, onConfirm, onKeep } = props;
  return (
    <div className={styles.actions}>
      {/* While it is busy it keeps the focus, for who tries again. */}
      <Button look="line" className={styles.confirm ?? ''} aria-disabled={isBusy} onClick={onConfirm}>
        <LaterIcon name={isBusy ? 'busy' : 'bin'} size={18} spins={isBusy} />
        {confirm}
      </Button>
      <Button look="ink" disabled={isBusy} onClick={onKeep}>
        {keep}
      </Button>
    </div>
  );
}
