import { useEffect } from 'react';
import { useAccountDialogs } from '#src/features/accounts/dialogs/use-account-dialogs.tsx';
import { Lead } from '#src/features/accounts/form/account-form.tsx';
import { pendingActOf } from '#src/features/accounts/gate/pending-act.ts';
import { signInWaysQuery } from '#src/features/accounts/social/sign-in-ways.query.ts';
import { SocialButtons } from '#src/features/accounts/social-buttons/social-buttons.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useSession } from '#src/page/session/use-session.ts';
import { usePageQuery } from '#src/page/wire/use-page-query.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';

/**
 * Asks a member without a password to sign in again before the account is deleted [A107], where they have signed in
 * before, or by the mail through which a password is chosen.
 */
export function SignInAgainDialog() {
  const pendingAct = pendingActOf(useBrowser());
  const text = useText();
  const language = useLanguage();
  const { openForgottenPassword } = useAccountDialogs();
  const { user } = useSession();
  const { data: ways } = usePageQuery(signInWaysQuery(user?.id ?? '', language), { enabled: user !== null });
  const userId = user?.id;
  useEffect(() => {
    if (userId !== undefined) pendingAct.set({ kind: 'deletion', userId });
  }, [pendingAct, userId]);
  return (
    <Dialog title={text('members.delete.again')} onClose={() => pendingAct.set(null)}>
      <Lead>{text('accounts.gate.deletion')}</Lead>
      <SocialButtons of={ways?.providers ?? []} isAgain />
      <Button look="line" shape="large" onClick={() => openForgottenPassword(user?.email)}>
        {text('members.profile.choose-password')}
      </Button>
    </Dialog>
  );
}
