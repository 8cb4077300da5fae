import { USERNAME_CHECK_PAUSE_REGISTRATION_MS } from '#src/contract/limits.ts';
import { useForm } from '#src/features/accounts/form/use-form.ts';
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
import { draftOf, type ProfileDraft, problemsOfDraft } from './profile-draft.ts';
import styles from './profile-info.module.css';

/** A member's details while they are being changed. `onEnd` is called once they are saved or left as they were. */
export function ProfileForm({ user, onEnd }: { user: User; onEnd: () => void }) {
  const text = useText();
  const language = useLanguage();
  const showToast = useToast();
  const form = useForm({
    initial: { ...draftOf(user) },
    check: problemsOfDraft,
    failure: text('members.profile.error'),
  });
  const { pseudo } = form.fields;
  const isOwnName = pseudo.toLowerCase() === user.pseudo?.toLowerCase();
  const availability = useUsernameCheck(isOwnName ? '' : pseudo, USERNAME_CHECK_PAUSE_REGISTRATION_MS);
  const isHeldBack = availability === 'checking' || availability === 'taken';

  const save = async (draft: ProfileDraft) => {
    session.updateUser(await updateProfile(draft, language));
    showToast('success', text('members.profile.saved'));
    onEnd();
  };

  return (
    <form className={styles.form} {...form.attributes(save, isHeldBack)}>
      {form.error && Object.keys(form.problems).length === 0 && <Notice title={form.error} />}
      <div className={styles.names}>
        <Field
          label={text('members.profile.first-name')}
          {...form.bind('firstName')}
          autoComplete="given-name"
          autoFocus
        />
        <Field
          label={text('members.profile.last-name')}
          {...form.bind('lastName')}
          autoComplete="family-name"
        />
      </div>
      <UsernameField
        label={text('members.profile.username')}
        {...form.bind('pseudo')}
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
        <Button type="submit" look="ink" disabled={form.isBusy || isHeldBack}>
          {text(form.isBusy ? 'members.profile.saving' : 'members.profile.save')}
        </Button>
        <Button look="line" disabled={form.isBusy} onClick={onEnd}>
          {text('members.profile.cancel')}
        </Button>
      </div>
    </form>
  );
}
