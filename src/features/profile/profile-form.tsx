import { type FormEvent, useState } from 'react';
import type { FieldProblem } from '#src/features/accounts/account-rules.ts';
import type { User } from '#src/features/accounts/accounts.wire.ts';
import { updateProfile } from '#src/features/accounts/calls/account-calls.ts';
import { serverWords } from '#src/features/accounts/calls/server-words.ts';
import { ruleWords } from '#src/features/accounts/rule-words.ts';
import { session } from '#src/features/accounts/session/session-store.ts';
import { useUsernameCheck } from '#src/features/accounts/use-username-check.ts';
import { UsernameField } from '#src/features/accounts/username-field.tsx';
import { WireError } from '#src/features/wire-client/wire-error.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { USERNAME_CHECK_PAUSE_REGISTRATION_MS } from '#src/spec/limits.ts';
import { isFieldError } from '#src/spec/wire-errors.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Field, Hint } from '#src/ui/field/field.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';
import { draftOf, type ProfileProblems, problemsOfDraft, problemsOfReply } from './profile-draft.ts';
import styles from './profile-info.module.css';

/** A member's details while they are being changed. `onEnd` is called once they are saved or left as they were. */
export function ProfileForm({ user, onEnd }: { user: User; onEnd: () => void }) {
  const text = useText();
  const language = useLanguage();
  const showToast = useToast();
  const [draft, setDraft] = useState(() => draftOf(user));
  const [problems, setProblems] = useState<ProfileProblems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isOwnName = draft.pseudo.toLowerCase() === user.pseudo?.toLowerCase();
  const availability = useUsernameCheck(isOwnName ? '' : draft.pseudo, USERNAME_CHECK_PAUSE_REGISTRATION_MS);

  const write = (change: Partial<typeof draft>) => {
    setDraft({ ...draft, ...change });
    setProblems({});
  };

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setFailure(null);
    const broken = problemsOfDraft(draft, availability);
    setProblems(broken ?? {});
    if (broken !== null) return focusFirstProblem(event.currentTarget);
    setBusy(true);
    try {
      session.updateUser(await updateProfile(draft, language));
      showToast('success', text('members.profile.saved'));
      onEnd();
    } catch (error) {
      setBusy(false);
      const refused = error instanceof WireError ? problemsOfReply(fieldsOf(error), isFieldError) : null;
      setProblems(refused ?? {});
      if (refused === null) setFailure(serverWords(error) ?? text('members.profile.error'));
    }
  };

  const words = (problem: FieldProblem | undefined) => (problem ? ruleWords(text, problem) : null);
  return (
    <form className={styles.form} noValidate onSubmit={save}>
      {failure && <Notice title={failure} />}
      <div className={styles.names}>
        <Field
          label={text('members.profile.first-name')}
          value={draft.firstName}
          onValue={(firstName) => write({ firstName })}
          problem={words(problems.firstName)}
          autoComplete="given-name"
          autoFocus
        />
        <Field
          label={text('members.profile.last-name')}
          value={draft.lastName}
          onValue={(lastName) => write({ lastName })}
          problem={words(problems.lastName)}
          autoComplete="family-name"
        />
      </div>
      <UsernameField
        label={text('members.profile.username')}
        value={draft.pseudo}
        onValue={(pseudo) => write({ pseudo })}
        availability={availability}
        problem={words(problems.pseudo)}
      />
      <Field
        label={text('members.profile.email')}
        value={user.email}
        onValue={() => {}}
        readOnly
        hint={<Hint>{text('members.profile.email-fixed')}</Hint>}
      />
      <div className={styles.actions}>
        <Button
          type="submit"
          look="ink"
          disabled={isBusy || availability === 'checking' || availability === 'taken'}
        >
          {text(isBusy ? 'members.profile.saving' : 'members.profile.save')}
        </Button>
        <Button look="line" disabled={isBusy} onClick={onEnd}>
          {text('members.profile.cancel')}
        </Button>
      </div>
    </form>
  );
}

/** A conflict names no field, but it can only be the username. */
function fieldsOf(error: WireError): Readonly<Record<string, string>> {
  return error.code === 'username_taken' ? { pseudo: 'username_taken' } : error.fields;
}

function focusFirstProblem(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus());
}
