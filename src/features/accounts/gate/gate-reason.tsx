import { useText } from '#src/i18n/use-text.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { sessionOf } from '#src/page/session/session-store.ts';
import { Icon } from '#src/ui/icon/icon.tsx';
import styles from './gate-reason.module.css';
import { pendingActOf, usePendingAct } from './pending-act.ts';

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
export function giveUpAct(browser: Browser): void {
  if (!sessionOf(browser).getState().isAuthenticated) pendingActOf(browser).set(null);
}
