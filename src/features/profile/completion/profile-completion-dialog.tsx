import { useState } from 'react';
import { USERNAME_CHECK_PAUSE_REGISTRATION_MS } from '#src/contract/limits.ts';
import { AccountForm, Lead, Pair } from '#src/features/accounts/form/account-form.tsx';
import { useSubmit } from '#src/features/accounts/form/use-submit.ts';
import {
  checkFirstName,
  checkLastName,
  checkUsername,
  type FieldProblem,
} from '#src/features/accounts/rules/account-rules.ts';
import { ruleWords } from '#src/features/accounts/rules/rule-words.ts';
import { useUsernameCheck } from '#src/features/accounts/username/use-username-check.ts';
import { UsernameField } from '#src/features/accounts/username/username-field.tsx';
import { updateProfile } from '#src/features/profile/profile-calls.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { session } from '#src/page/session/session-store.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';
import { Field } from '#src/ui/field/field.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';

type Name = 'firstName' | 'lastName' | 'pseudo';
const CHECKS = { firstName: checkFirstName, lastName: checkLastName, pseudo: checkUsername } as const;

/** Asks a member for missing parts of the account: first name, last name and username, all three [A27]. */
export function ProfileCompletionDialog() {
  const text = useText();
  const language = useLanguage();
  const dialogs = useDialogs();
  const showToast = useToast();
  const [fields, setFields] = useState(fieldsOfMember);
  const [isChecked, setChecked] = useState(false);
  const { isBusy, error, problems, run, changed } = useSubmit(text('accounts.error.update'));
  const [lacksUser, setLacksUser] = useState(false);
  const availability = useUsernameCheck(fields.pseudo, USERNAME_CHECK_PAUSE_REGISTRATION_MS);
  const brokenBy = (name: Name): FieldProblem | null =>
    fields[name].trim() === '' ? 'required' : CHECKS[name](fields[name]);
  const bind = (name: Name) => {
    const problem = (isChecked ? brokenBy(name) : null) ?? problems[name];
    return {
      value: fields[name],
      onValue: (value: string) => {
        setFields((known) => ({ ...known, [name]: value }));
        changed(name);
      },
      problem: problem ? ruleWords(text, problem) : null,
    };
  };

  const submit = () => {
    setChecked(true);
    if (brokenBy('firstName') || brokenBy('lastName') || brokenBy('pseudo')) return false;
    setLacksUser(!session.getState().isAuthenticated);
    if (!session.getState().isAuthenticated) return true;
    run(async () => {
      session.updateUser(await updateProfile(fields, language));
      dialogs.close();
      showToast('success', text('accounts.complete.done'));
    });
    return true;
  };

  return (
    <Dialog title={text('accounts.complete.title')}>
      <Lead>{text('accounts.complete.text')}</Lead>
      <AccountForm
        error={lacksUser ? text('accounts.error.no-user') : error}
        submit={text('accounts.complete.submit')}
        isBusy={isBusy}
        isBlocked={availability === 'checking' || availability === 'taken'}
        onSubmit={submit}
      >
        <Pair>
          <Field label={text('accounts.first-name')} autoComplete="given-name" {...bind('firstName')} />
          <Field label={text('accounts.last-name')} autoComplete="family-name" {...bind('lastName')} />
        </Pair>
        <UsernameField label={text('accounts.username')} availability={availability} {...bind('pseudo')} />
      </AccountForm>
    </Dialog>
  );
}

function fieldsOfMember(): Record<Name, string> {
  const { user } = session.getState();
  return {
    firstName: user?.first_name ?? '',
    lastName: user?.last_name ?? '',
    pseudo: user?.pseudo ?? '',
  };
}
