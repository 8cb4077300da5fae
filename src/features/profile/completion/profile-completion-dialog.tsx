import { useEffect, useState } from 'react';
import { USERNAME_CHECK_PAUSE_REGISTRATION_MS } from '#src/contract/limits.ts';
import { AccountForm, Lead } from '#src/features/accounts/form/account-form.tsx';
import { useAccountForm } from '#src/features/accounts/form/use-account-form.ts';
import { useOneMember } from '#src/features/accounts/form/use-one-member.ts';
import { NameFields, UsernameField } from '#src/features/accounts/username/name-fields.tsx';
import { isHeldBack, useUsernameCheck } from '#src/features/accounts/username/use-username-check.ts';
import { updateProfile } from '#src/features/profile/profile-calls.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import {
  checkFirstName,
  checkLastName,
  checkUsername,
  type FieldProblem,
} from '#src/members/rules/account-rules.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { type SessionState, sessionOf } from '#src/page/session/session-store.ts';
import { useSession } from '#src/page/session/use-session.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';

type Name = 'firstName' | 'lastName' | 'username';

/** Asks a member for missing parts of the account: first name, last name and username, all three [A27]. */
export function ProfileCompletionDialog() {
  useOneMember();
  useCloseOnceComplete();
  const browser = useBrowser();
  const session = sessionOf(browser);
  const text = useText();
  const language = useLanguage();
  const dialogs = useDialogs();
  const showToast = useToast();
  const [lacksUser, setLacksUser] = useState(false);
  const form = useAccountForm({
    initial: fieldsOfMember(session.getState()),
    check: (fields) => ({
      firstName: checkGiven(fields.firstName, checkFirstName),
      lastName: checkGiven(fields.lastName, checkLastName),
      username: checkGiven(fields.username, checkUsername),
    }),
    failure: text('accounts.error.update'),
  });
  const availability = useUsernameCheck(form.fields.username, USERNAME_CHECK_PAUSE_REGISTRATION_MS);

  const send = async (fields: Record<Name, string>) => {
    const { isAuthenticated } = session.getState();
    setLacksUser(!isAuthenticated);
    if (!isAuthenticated) return;
    session.updateUser(await updateProfile(browser, fields, language));
    dialogs.close();
    showToast('success', text('accounts.complete.done'));
  };

  return (
    <Dialog title={text('accounts.complete.title')} holdsText>
      <Lead>{text('accounts.complete.text')}</Lead>
      <AccountForm
        form={form}
        error={lacksUser ? text('accounts.error.no-user') : form.error}
        submit={text('accounts.complete.submit')}
        isBlocked={isHeldBack(availability)}
        onSend={send}
      >
        <NameFields form={form} />
        <UsernameField
          label={text('accounts.username')}
          availability={availability}
          {...form.bind('username')}
        />
      </AccountForm>
    </Dialog>
  );
}

/** Nothing is asked for that the member has given in another tab or on another device [A120]. */
function useCloseOnceComplete(): void {
  const { close } = useDialogs();
  const { user, needsProfileCompletion, needsUsername } = useSession();
  const isComplete = user !== null && !needsProfileCompletion && !needsUsername;
  useEffect(() => {
    if (isComplete) close();
  }, [isComplete, close]);
}

function checkGiven(value: string, check: (value: string) => FieldProblem | null): FieldProblem | null {
  return value.trim() === '' ? 'required' : check(value);
}

function fieldsOfMember({ user }: SessionState): Record<Name, string> {
  return {
    firstName: user?.first_name ?? '',
    lastName: user?.last_name ?? '',
    username: user?.pseudo ?? '',
  };
}
