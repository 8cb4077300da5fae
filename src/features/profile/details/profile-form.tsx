import { useState } from 'react';
import { USERNAME_CHECK_PAUSE_REGISTRATION_MS } from '#src/contract/limits.ts';
import { useAccountForm } from '#src/features/accounts/form/use-account-form.ts';
import { NameFields, UsernameField } from '#src/features/accounts/username/name-fields.tsx';
import { isHeldBack, useUsernameCheck } from '#src/features/accounts/username/use-username-check.ts';
import { updateProfile } from '#src/features/profile/profile-calls.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import {
  checkFirstName,
  checkLastName,
  checkProfileUsername,
  type FieldProblem,
} from '#src/members/rules/account-rules.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { sessionOf } from '#src/page/session/session-store.ts';
import type { User } from '#src/page/session/user.wire.ts';
import { Button } from '#src/ui/button/button.tsx';
import foot from '#src/ui/dialog/confirm-actions.module.css';
import { Field, Hint } from '#src/ui/field/field.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';
import styles from './profile-info.module.css';

/**
 * A member's details while they are being changed.
 * @param props.onEnd called once they are saved, or left as they were
 */
export function ProfileForm({ user, onEnd }: { user: User; onEnd: () => void }) {
  const browser = useBrowser();
  const session = sessionOf(browser);
  const text = useText();
  const language = useLanguage();
  const showToast = useToast();
  const [begun] = useState(() => draftOf(user));
  const form = useAccountForm({
    initial: { ...begun },
    check: problemsOfDraft,
    failure: text('members.profile.error'),
    saysAtFields: true,
  });
  const { username } = form.fields;
  const isOwnName = username.toLowerCase() === user.pseudo?.toLowerCase();
  const availability = useUsernameCheck(isOwnName ? '' : username, USERNAME_CHECK_PAUSE_REGISTRATION_MS);
  const isBlocked = isHeldBack(availability);
  const stays =
    user.pseudo && username.trim() === ''
      ? text('members.profile.username-stays', { name: user.pseudo })
      : null;

  const save = async (draft: ProfileDraft) => {
    const before = draftOf(user);
    session.updateUser(await updateProfile(browser, changedIn(draft, { begun, before }), language));
    showToast('success', text('members.profile.saved'));
    if (stays !== null) showToast('info', stays);
    onEnd();
  };

  return (
    <form className={styles.form} {...form.attributes(save, isBlocked)}>
      {form.error && <Notice title={form.error} />}
      <NameFields form={form} isFirst />
      <UsernameField
        label={text('members.profile.username')}
        {...form.bind('username')}
        availability={availability}
        news={stays}
      />
      <Field
        label={text('members.profile.email')}
        value={user.email}
        onValue={() => {}}
        readOnly
        hint={<Hint>{text('members.profile.email-fixed')}</Hint>}
      />
      <div className={foot.actions}>
        <Button type="submit" look="ink" disabled={form.isBusy || isBlocked}>
          {text(form.isBusy ? 'members.profile.saving' : 'members.profile.save')}
        </Button>
        <Button look="line" disabled={form.isBusy} onClick={onEnd}>
          {text('members.profile.cancel')}
        </Button>
      </div>
    </form>
  );
}

/** The parts of the account that a member may change: never the e-mail address [A25, A44]. */
interface ProfileDraft {
  readonly firstName: string;
  readonly lastName: string;
  /** Blank leaves the present one. */
  readonly username: string;
}

export function draftOf(user: User): ProfileDraft {
  return { firstName: user.first_name ?? '', lastName: user.last_name ?? '', username: user.pseudo ?? '' };
}

/**
 * What is to be sent of a draft: where nothing was changed here it is what is known by now, and the username as the
 * server has it, for another device may have changed them meanwhile [A138].
 */
export function changedIn(
  draft: ProfileDraft,
  { begun, before }: { begun: ProfileDraft; before: ProfileDraft },
): ProfileDraft {
  const own = (name: keyof ProfileDraft, known: string) =>
    draft[name] === begun[name] ? known : draft[name];
  return {
    firstName: own('firstName', before.firstName),
    lastName: own('lastName', before.lastName),
    username: own('username', ''),
  };
}

/** Says which field of a draft breaks which rule. */
export function problemsOfDraft(draft: ProfileDraft): Record<keyof ProfileDraft, FieldProblem | null> {
  return {
    firstName: checkFirstName(draft.firstName),
    lastName: checkLastName(draft.lastName),
    username: checkProfileUsername(draft.username),
  };
}
