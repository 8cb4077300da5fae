import { useEffect, useId, useState } from 'react';
import type { Language } from '#src/contract/languages.ts';
import { useAccountDialogs } from '#src/features/accounts/dialogs/use-account-dialogs.tsx';
import { CurrentPasswordField } from '#src/features/accounts/form/account-fields.tsx';
import { Lead } from '#src/features/accounts/form/account-form.tsx';
import { useAccountForm } from '#src/features/accounts/form/use-account-form.ts';
import { useOneMember } from '#src/features/accounts/form/use-one-member.ts';
import { pendingActOf } from '#src/features/accounts/gate/pending-act.ts';
import {
  forgetDeletion,
  hasAskedDeletion,
  noteDeletion,
} from '#src/features/accounts/sessions/asked-deletion.ts';
import { signInWaysQuery } from '#src/features/accounts/social/sign-in-ways.query.ts';
import { signInFailureOf } from '#src/features/accounts/social-buttons/sign-in-way.ts';
import { SocialButtons } from '#src/features/accounts/social-buttons/social-buttons.tsx';
import { useShownStream } from '#src/features/player/engine/player-store.ts';
import { deleteAccount, loadProfile } from '#src/features/profile/profile-calls.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { homePath } from '#src/page/address/paths.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useObserved } from '#src/page/browser/use-observed.ts';
import { useNavigate } from '#src/page/navigation/navigation-context.tsx';
import { isLeaving } from '#src/page/session/end-session.ts';
import { sessionOf } from '#src/page/session/session-store.ts';
import { useSession } from '#src/page/session/use-session.ts';
import { CallError, isRefusal } from '#src/page/wire/call-error.ts';
import { usePageQuery } from '#src/page/wire/use-page-query.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';
import { Hint } from '#src/ui/field/field.tsx';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';
import styles from './delete-account-dialog.module.css';

/** Lists what is deleted with the account, and asks for the password of one that has it. */
export function DeleteAccountDialog() {
  useOneMember();
  const text = useText();
  const textId = useId();
  const dialogs = useDialogs();
  const { form, remove, isUnknown } = useDeletion();
  const password = form.bind('password');
  // It may have been chosen in another tab since the page asked.
  const hasPassword = useHasPassword() || password.problem !== null;
  const signInFailure = signInFailureOf(useBrowser());
  // Why the sign-in that the deletion asked for came to nothing [A110].
  const failure = useObserved(signInFailure, signInFailure.read, () => null);
  useEffect(() => () => signInFailure.set(null), [signInFailure]);
  const refusal = form.error ?? failure;
  const problem = isUnknown ? text('members.delete.unknown') : refusal;
  return (
    <Dialog title={text('members.delete.title')} holdsText describedBy={textId}>
      <form className={styles.form} {...form.attributes(remove)}>
        <p id={textId}>{text('members.delete.text')}</p>
        {problem !== null && <Notice title={problem} />}
        {hasPassword && (
          <CurrentPasswordField
            label={text('members.delete.password')}
            hint={<Hint>{text('members.delete.password-hint')}</Hint>}
            {...password}
          />
        )}
        <div className={styles.actions}>
          <Button type="submit" look="line" className={styles.delete ?? ''} disabled={form.isBusy}>
            <LaterIcon name={form.isBusy ? 'busy' : 'bin'} size={18} spins={form.isBusy} />
            {text('members.delete.confirm')}
          </Button>
          <Button look="ink" disabled={form.isBusy} onClick={dialogs.close}>
            {text('members.delete.keep')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Only the server knows; until it says that there is none, the password is asked for. */
function useHasPassword(): boolean {
  const language = useLanguage();
  const { user } = useSession();
  const { data } = usePageQuery(signInWaysQuery(user?.id ?? '', language), { enabled: user !== null });
  return data?.password ?? true;
}

/** Deletes the account; one without a password needs none [A47]. */
function useDeletion() {
  const browser = useBrowser();
  const session = sessionOf(browser);
  const text = useText();
  const language = useLanguage();
  const dialogs = useDialogs();
  const showToast = useToast();
  const navigate = useNavigate();
  const home = homePath(language, useShownStream(null));
  const [isUnknown, setUnknown] = useState(false);
  const form = useAccountForm({
    initial: { password: '' },
    check: () => ({}),
    failure: text('members.delete.failed'),
    saysAtFields: true,
    present: 'password',
  });
  const remove = async ({ password }: { password: string }) => {
    const userId = session.getState().user?.id ?? '';
    // Another member may have signed in since: this was none of theirs [A114].
    const isStillHere = () => session.getState().user?.id === userId;
    try {
      setUnknown(false);
      const end = await deleteSurely(browser, { userId, password, language });
      setUnknown(end === 'unknown');
      if (end !== 'deleted') return;
    } catch (error) {
      if (!(error instanceof CallError && error.code === 'sign_in_too_old')) throw error;
      if (isStillHere()) dialogs.open(<SignInAgainDialog />);
      return;
    }
    dialogs.close();
    if (isStillHere()) {
      session.clear();
      navigate(home);
    }
    showToast('success', text('members.delete.done'));
  };
  return { form, remove, isUnknown };
}

/**
 * Deletes the account; without an answer it asks whether the account is still there [A134]. `ended`: it is not, and the
 * page starts again and says so [A37]. `unknown`: nothing answers.
 * @throws {CallError} why it was not deleted
 */
async function deleteSurely(
  browser: Browser,
  { userId, password, language }: { userId: string; password: string; language: Language },
): Promise<'deleted' | 'ended' | 'unknown'> {
  const wasAsked = hasAskedDeletion(browser, userId);
  const wasOnline = navigator.onLine;
  noteDeletion(browser, userId);
  try {
    await deleteAccount(browser, password, language);
  } catch (error) {
    if (wasAsked && isDeadSession(error)) return 'ended';
    if (!wasOnline || isRefusal(error) || isDeadSession(error)) {
      if (!wasAsked) forgetDeletion(browser);
      throw error;
    }
    try {
      await loadProfile(browser, language);
    } catch (cause) {
      return isDeadSession(cause) ? 'ended' : 'unknown';
    }
    throw error;
  }
  // Another call may have found the session dead before the answer came.
  if (isLeaving(browser)) return 'ended';
  forgetDeletion(browser);
  return 'deleted';
}

function isDeadSession(error: unknown): boolean {
  return error instanceof CallError && error.status === 401;
}

/**
 * Asks a member without a password to sign in again before the account is deleted [A107], where they have signed in
 * before, or by the mail through which a password is chosen.
 */
function SignInAgainDialog() {
  const pendingAct = pendingActOf(useBrowser());
  const text = useText();
  const language = useLanguage();
  const { openForgottenPassword } = useAccountDialogs();
  const forget = () => pendingAct.set(null);
  useOneMember(forget);
  const { user } = useSession();
  // The question is this member's, whoever signs in meanwhile in another tab [A114].
  const [member] = useState(user);
  const userId = member?.id ?? '';
  const isOwn = user?.id === userId;
  const { data: ways } = usePageQuery(signInWaysQuery(userId, language), { enabled: isOwn });
  useEffect(() => pendingAct.set({ kind: 'deletion', userId }), [pendingAct, userId]);
  return (
    <Dialog title={text('members.delete.again')} onClose={forget}>
      <Lead>{text('accounts.gate.deletion')}</Lead>
      <SocialButtons of={ways?.providers ?? []} isAgain />
      <Button look="line" shape="large" onClick={() => openForgottenPassword(member?.email)}>
        {text('members.profile.choose-password')}
      </Button>
    </Dialog>
  );
}
