import { useEffect, useState } from 'react';
import { USERNAME_CHECK_PAUSE_SELECTION_MS } from '#src/contract/limits.ts';
import { AccountForm } from '#src/features/accounts/form/account-form.tsx';
import { NarrowPage } from '#src/features/accounts/form/narrow-page.tsx';
import { useSubmit } from '#src/features/accounts/form/use-submit.ts';
import { checkUsername } from '#src/features/accounts/rules/account-rules.ts';
import { ruleWords } from '#src/features/accounts/rules/rule-words.ts';
import { useShownStream } from '#src/features/player/use-shown-stream.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { streamPagePath } from '#src/page/address/paths.ts';
import { useNavigate } from '#src/page/navigation/navigation-context.tsx';
import { session } from '#src/page/session/session-store.ts';
import { useSession } from '#src/page/session/use-session.ts';
import type { User } from '#src/page/session/user.wire.ts';
import { useUsernameCheck } from './use-username-check.ts';
import { chooseUsername } from './username-calls.ts';
import { UsernameField } from './username-field.tsx';

/**
 * The page where a member without a username chooses one [A31]. It sends guests to `/`, and members with a username to
 * their profile.
 */
export function Page() {
  const text = useText();
  const { user, isLoading } = useSession();
  useElsewhere();
  return (
    <NarrowPage title={text('accounts.pseudo.title')} lead={text('accounts.pseudo.text')}>
      {!isLoading && user !== null && !user.pseudo && <UsernameForm user={user} />}
    </NarrowPage>
  );
}

function useElsewhere(): void {
  const { user, isLoading } = useSession();
  const navigate = useNavigate();
  const profile = streamPagePath(useLanguage(), useShownStream(null), 'profile');
  const goal = isLoading ? null : user === null ? '/' : user.pseudo ? profile : null;
  useEffect(() => {
    if (goal === '/') location.replace(goal);
    else if (goal !== null) navigate(goal, { replace: true });
  }, [goal, navigate]);
}

function UsernameForm({ user }: { user: User }) {
  const text = useText();
  const language = useLanguage();
  const [username, setUsername] = useState('');
  const availability = useUsernameCheck(username, USERNAME_CHECK_PAUSE_SELECTION_MS);
  const { isBusy, error, problems, run, changed } = useSubmit(text('accounts.error.update'));
  const problem = (username === '' ? null : checkUsername(username)) ?? problems.pseudo;
  return (
    <AccountForm
      error={error}
      submit={text('accounts.pseudo.submit')}
      isBusy={isBusy}
      isBlocked={availability !== 'available'}
      onSubmit={() => {
        run(async () => session.updateUser(await chooseUsername(user.id, username, language)));
        return true;
      }}
    >
      <UsernameField
        label={text('accounts.username')}
        value={username}
        onValue={(value) => {
          setUsername(value);
          changed('pseudo');
        }}
        availability={availability}
        problem={problem ? ruleWords(text, problem) : null}
        isFirst
      />
    </AccountForm>
  );
}
