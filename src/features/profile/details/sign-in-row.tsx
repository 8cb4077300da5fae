import { PROVIDER_NAMES, type SignInProvider } from '#src/contract/sign-in-providers.ts';
import { useAccountDialogs } from '#src/features/accounts/dialogs/use-account-dialogs.tsx';
import { signInWaysQuery } from '#src/features/accounts/social/sign-in-ways.query.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import type { User } from '#src/page/session/user.wire.ts';
import { usePageQuery } from '#src/page/wire/use-page-query.ts';
import { useFetchedDialogs } from '#src/ui/dialog/use-fetched-dialogs.ts';
import { Skeleton } from '#src/ui/skeleton/skeleton.tsx';
import styles from './profile-info.module.css';

/**
 * How the member signs in [A79], by password or at a provider, with buttons to change or choose a password
 * and to unlink a provider.
 */
export function SignInRow({ user }: { user: User }) {
  const text = useText();
  const language = useLanguage();
  const { openForgottenPassword } = useAccountDialogs();
  const open = useFetchedDialogs();
  const changePassword = () =>
    open(['members', 'accounts'], async () => {
      const { ChangePasswordDialog } = await import('./change-password-dialog.tsx');
      return <ChangePasswordDialog />;
    });
  const unlink = (provider: SignInProvider) =>
    open(['members', 'accounts'], async () => {
      const { UnlinkDialog } = await import('./unlink-dialog.tsx');
      return <UnlinkDialog provider={provider} />;
    });
  const { data: ways, isError } = usePageQuery(signInWaysQuery(user.id, language));
  if (isError) return null;
  return (
    <div>
      <dt>{text('members.profile.sign-in')}</dt>
      <dd>
        {ways === undefined ? (
          <Skeleton width="120px" height="20px" />
        ) : (
          <>
            <span>
              {[
                ...(ways.password ? [text('members.profile.by-password')] : []),
                ...ways.providers.map((provider) => PROVIDER_NAMES[provider]),
              ].join(' · ')}
            </span>
            {ways.password ? (
              <button type="button" className={styles.link} onClick={changePassword}>
                {text('members.profile.change-password')}
              </button>
            ) : (
              <button type="button" className={styles.link} onClick={() => openForgottenPassword(user.email)}>
                {text('members.profile.choose-password')}
              </button>
            )}
            {ways.password &&
              ways.providers.map((provider) => (
                <button key={provider} type="button" className={styles.link} onClick={() => unlink(provider)}>
                  {text('members.profile.unlink', { provider: PROVIDER_NAMES[provider] })}
                </button>
              ))}
          </>
        )}
      </dd>
    </div>
  );
}
