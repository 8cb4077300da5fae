import { useText } from '#src/i18n/use-text.ts';
import { session } from '#src/page/session/session-store.ts';
import { Icon } from '#src/ui/icon/icon.tsx';
import styles from './gate-reason.module.css';
import { pendingAct, usePendingAct } from './pending-act.ts';

/** Why a dialog of login or registration is there, where an act of members led to it [A105]. */
export function GateReason() {
  const text = useText();
  const act = usePendingAct();
  if (act === null) return null;
  return (
    <p className={styles.reason}>
      <Icon name="info" size={22} />
      {text(`accounts.gate.${act.kind}`)}
    </p>
  );
}

/** For a dialog that is closed: a guest who closes it has given the act up. */
export function giveUpAct(): void {
  if (!session.getState().isAuthenticated) pendingAct.set(null);
}
