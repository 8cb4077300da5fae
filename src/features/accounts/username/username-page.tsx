import { useEffect } from 'react';
import type { Language } from '#src/contract/languages.ts';
import { USERNAME_CHECK_PAUSE_SELECTION_MS } from '#src/contract/limits.ts';
import { AccountForm } from '#src/features/accounts/form/account-form.tsx';
import { NarrowPage } from '#src/features/accounts/form/narrow-page.tsx';
import { useAccountForm } from '#src/features/accounts/form/use-account-form.ts';
import { useShownStream } from '#src/features/player/engine/player-store.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { checkUsername, cleanUsername } from '#src/members/rules/account-rules.ts';
import { homePath, streamPagePath } from '#src/page/address/paths.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useNavigate } from '#src/page/navigation/navigation-context.tsx';
import { sessionOf } from '#src/page/session/session-store.ts';
import { useSession } from '#src/page/session/use-session.ts';
import type { User } from '#src/page/session/user.wire.ts';
import { callUnread, readAnswer } from '#src/page/wire/call-wire.ts';
import { UsernameField } from './name-fields.tsx';
import { useUsernameCheck } from './use-username-check.ts';

/**
 * The page where a member without a username chooses one [A31]. It sends guests to `/`, and members with a
 * username to their profile.
 */
export function Page() {
  const text = useText();
  const { user, isLoading } = useSession();
  useElsewhere();
  return (
    <NarrowPage title={text('accounts.pseudo.title')} lead={text('accounts.pseudo.text')}>
      {!isLoading && user !== null && !user.pseudo && <UsernameForm key={user.id} user={user} />}
    </NarrowPage>
  );
}

function useElsewhere(): void {
  const { user, isLoading, isFromOtherTab } = useSession();
  const navigate = useNavigate();
  const language = useLanguage();
  const streamId = useShownStream(null);
  const profile = streamPagePath(language, streamId, 'profile');
  // Who has logged out in another tab goes on hearing in this one [A60].
  const home = isFromOtherTab ? homePath(language, streamId) : '/';
  const goal = isLoading ? null : user === null ? home : user.pseudo ? profile : null;
  useEffect(() => {
    if (goal === '/') location.replace(goal);
    else if (goal !== null) navigate(goal, { replace: true });
  }, [goal, navigate]);
}

function UsernameForm({ user }: { user: User }) {
  const browser = useBrowser();
  const session = sessionOf(browser);
  const text = useText();
  const language = useLanguage();
  const form = useAccountForm({
    initial: { username: '' },
    check: ({ username }) => ({ username: username === '' ? null : checkUsername(username) }),
    failure: text('accounts.error.update'),
    isLive: true,
  });
  const availability = useUsernameCheck(form.fields.username, USERNAME_CHECK_PAUSE_SELECTION_MS);
  return (
    <AccountForm
      form={form}
      submit={text('accounts.pseudo.submit')}
      isBlocked={availability !== 'available'}
      onSend={async ({ username }) =>
        session.updateUser(await chooseUsername(browser, user, username, language))
      }
    >
      <UsernameField
        label={text('accounts.username')}
        availability={availability}
        isFirst
        {...form.bind('username')}
      />
    </AccountForm>
  );
}

const importUserOrNull = () => import('#src/page/session/user.wire.ts').then((file) => file.userOrNullSchema);

/**
 * Returns the member under the new name, also where the reply does not say who that is [A85].
 * @throws {CallError} whose message is the server's own where it gave one
 */
async function chooseUsername(
  browser: Browser,
  user: User,
  username: string,
  language: Language,
): Promise<User> {
  const body = { user_id: user.id, pseudo: username };
  const call = { endpoint: 'update-pseudo', method: 'POST', body, language } as const;
  const renamed = await readAnswer(await callUnread(browser, call), importUserOrNull);
  return renamed ?? { ...user, pseudo: cleanUsername(username) };
}
