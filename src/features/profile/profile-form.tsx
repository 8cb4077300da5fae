import { type FormEvent, useRef, useState } from 'react';
import { USERNAME_CHECK_PAUSE_REGISTRATION_MS } from '#src/contract/limits.ts';
import { useFocusOnProblem } from '#src/features/accounts/form/use-focus-on-problem.ts';
import { useSubmit } from '#src/features/accounts/form/use-submit.ts';
import { ruleWords } from '#src/features/accounts/rules/rule-words.ts';
import { useUsernameCheck } from '#src/features/accounts/username/use-username-check.ts';
import { UsernameField } from '#src/features/accounts/username/username-field.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { session } from '#src/page/session/session-store.ts';
import type { User } from '#src/page/session/user.wire.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Field, Hint } from '#src/ui/field/field.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';
import { updateProfile } from './profile-calls.ts';
import { draftOf, type ProfileField, type ProfileProblems, problemsOfDraft } from './profile-draft.ts';
import styles from './profile-info.module.css';

/** A member's details while they are being changed. `onEnd` is called once they are saved or left as they were. */
export function ProfileForm({ user, onEnd }: { user: User; onEnd: () => void }) {
  const text = useText();
  const language = useLanguage();
  const showToast = useToast();
  const [draft, setDraft] = useState(() => draftOf(user));
  const [broken, setBroken] = useState<ProfileProblems>({});
  const { isBusy, error, problems, run, changed } = useSubmit(text('members.profile.error'));
  const form = useRef<HTMLFormElement>(null);
  const focusOnProblem = useFocusOnProblem(form, isBusy);
  const isOwnName = draft.pseudo.toLowerCase() === user.pseudo?.toLowerCase();
  const availability = useUsernameCheck(isOwnName ? '' : draft.pseudo, USERNAME_CHECK_PAUSE_REGISTRATION_MS);

  const save = (event: FormEvent) => {
    event.preventDefault();
    const problemsHere = problemsOfDraft(draft, availability);
    setBroken(problemsHere ?? {});
    if (problemsHere !== null) {
      focusOnProblem();
      return;
    }
    run(async () => {
      session.updateUser(await updateProfile(draft, language));
      showToast('success', text('members.profile.saved'));
      onEnd();
    });
  };

  const bind = (name: ProfileField) => {
    const problem = broken[name] ?? problems[name];
    return {
      value: draft[name],
      onValue: (value: string) => {
        setDraft({ ...draft, [name]: value });
        setBroken({});
        changed(name);
      },
      problem: problem ? ruleWords(text, problem) : null,
    };
  };
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={save}>
      {error && Object.keys(problems).length === 0 && <Notice title={error} />}
      <div className={styles.names}>
        <Field
          label={text('members.profile.first-name')}
          {...bind('firstName')}
          autoComplete="given-name"
          autoFocus
        />
        <Field label={text('members.profile.last-name')} {...bind('lastName')} autoComplete="family-name" />
      </div>
      <UsernameField
        label={text('members.profile.username')}
        {...bind('pseudo')}
        availability={availability}
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
