import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { PROVIDER_NAMES, type SignInProvider } from '#src/contract/sign-in-providers.ts';
import { useAccountDialogs } from '#src/features/accounts/dialogs/use-account-dialogs.tsx';
import { signInWaysQuery } from '#src/features/accounts/social/sign-in-ways.query.ts';
import { usePreferencesDialog } from '#src/features/preferences/dialog/use-preferences-dialog.tsx';
import { usePreferences } from '#src/features/preferences/store/preference-store.ts';
import { removePicture } from '#src/features/profile/profile-calls.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useStream } from '#src/page/on-air/station-context.tsx';
import { sessionOf } from '#src/page/session/session-store.ts';
import type { User } from '#src/page/session/user.wire.ts';
import { failureWords } from '#src/page/wire/failure-words.ts';
import { usePageQuery } from '#src/page/wire/use-page-query.ts';
import { Avatar } from '#src/ui/avatar/avatar.tsx';
import { Button } from '#src/ui/button/button.tsx';
import { useFetchedDialogs } from '#src/ui/dialog/use-fetched-dialogs.ts';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import { Skeleton } from '#src/ui/skeleton/skeleton.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';
import { ProfileForm } from './profile-form.tsx';
import styles from './profile-info.module.css';

/** A member's details, to read and to change. */
export function ProfileInfo({ user }: { user: User }) {
  const text = useText();
  const titleId = useId();
  const [isEditing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);

  useEffect(() => {
    if (wasEditing.current && !isEditing) editButton.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 id={titleId}>{text('members.profile.info')}</h2>
        {!isEditing && (
          <Button ref={editButton} look="line" onClick={() => setEditing(true)}>
            <LaterIcon name="pencil" size={18} />
            {text('members.profile.edit')}
          </Button>
        )}
      </header>
      {isEditing ? (
        <ProfileForm user={user} onEnd={() => setEditing(false)} />
      ) : (
        <dl className={styles.list}>
          <Row name={text('members.profile.first-name')}>{user.first_name}</Row>
          <Row name={text('members.profile.last-name')}>{user.last_name}</Row>
          <Row name={text('members.profile.username')}>{user.pseudo}</Row>
          <Row name={text('members.profile.email')}>
            <span>{user.email}</span>
            <span className={styles.fixed}>
              <LaterIcon name="lock" size={16} />
              {text('members.profile.email-fixed')}
            </span>
          </Row>
          {user.profile_picture && (
            <PictureRow picture={user.profile_picture} onRemoved={() => editButton.current?.focus()} />
          )}
          <SignInRow user={user} />
          <Row name={text('members.profile.stream')}>
            <FavoriteStream />
          </Row>
        </dl>
      )}
    </section>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  const text = useText();
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children ?? <span className={styles.none}>{text('members.profile.none')}</span>}</dd>
    </div>
  );
}

function FavoriteStream() {
  const text = useText();
  const openPreferences = usePreferencesDialog();
  const { name } = useStream(usePreferences((state) => state.preferences.favoriteStreamId));
  return (
    <>
      <span>{name}</span>
      <button type="button" className={styles.link} onClick={openPreferences}>
        {text('members.preferences.title')}
      </button>
    </>
  );
}

/** The picture that came from a provider, and a button to remove it [A82]. */
function PictureRow({ picture, onRemoved }: { picture: string; onRemoved: () => void }) {
  const browser = useBrowser();
  const session = sessionOf(browser);
  const text = useText();
  const language = useLanguage();
  const showToast = useToast();
  const [isBusy, setBusy] = useState(false);

  const remove = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      session.updateUser(await removePicture(browser, language));
      showToast('success', text('members.profile.picture-removed'));
      // The button that had the focus is gone.
      onRemoved();
    } catch (error) {
      showToast('refusal', failureWords(text, error, text('members.profile.error')));
      setBusy(false);
    }
  };

  return (
    <div>
      <dt>{text('members.profile.picture')}</dt>
      <dd>
        <Avatar picture={picture} names={[]} size={40} />
        <button type="button" className={styles.link} aria-disabled={isBusy} onClick={remove}>
          {text('members.profile.picture-remove')}
        </button>
      </dd>
    </div>
  );
}

/**
 * How the member signs in [A79], by password or at a provider, with buttons to change or choose a password
 * and to unlink a provider.
 */
function SignInRow({ user }: { user: User }) {
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
  const { data: ways, error, refetch } = usePageQuery(signInWaysQuery(user.id, language));
  return (
    <div>
      <dt>{text('members.profile.sign-in')}</dt>
      <dd>
        {ways === undefined && error === null && <Skeleton width="120px" height="20px" />}
        {ways === undefined && error !== null && (
          <>
            <span>{failureWords(text, error, text('frame.failure'))}</span>
            <button type="button" className={styles.link} onClick={() => refetch()}>
              {text('frame.retry')}
            </button>
          </>
        )}
        {ways && (
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
