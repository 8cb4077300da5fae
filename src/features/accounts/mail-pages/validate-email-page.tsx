import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts';
import { DEFAULT_STREAM } from '#src/contract/streams.ts';
import { useAccountDialogs } from '#src/features/accounts/dialogs/use-account-dialogs.tsx';
import { Lead, SuccessMessage } from '#src/features/accounts/form/account-form.tsx';
import { Actions, Busy, NarrowPage, OtherWay } from '#src/features/accounts/form/narrow-page.tsx';
import { MailRequestForm } from '#src/features/accounts/mail-links/mail-request-form.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { homePath } from '#src/page/address/paths.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { useSession } from '#src/page/session/use-session.ts';
import { Button, buttonClass } from '#src/ui/button/button.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { PasswordQuestion } from './password-question.tsx';
import { useVerification, type Verification } from './use-verification.ts';

/** Where a guest who gives up goes [A40]. */
const HOME = homePath(DEFAULT_LANGUAGE, DEFAULT_STREAM);

/** Where the link of a validation mail leads: opens the account and signs in. */
export function Page() {
  const text = useText();
  const verification = useVerification();
  const { state, pending } = verification;
  return (
    <NarrowPage title={text('accounts.verify.title')}>
      {state === 'loading' && <Busy>{text('accounts.verify.loading')}</Busy>}
      {state === 'done' && (
        <SuccessMessage>{verification.words ?? text('accounts.verify.done')}</SuccessMessage>
      )}
      {state === 'done' && pending && <PasswordQuestion {...pending} />}
      {state === 'dead' && <DeadLink {...verification} />}
      {state === 'failed' && (
        <>
          <Notice title={verification.problem} />
          <Ways {...verification} isFirst />
          <OtherWay>
            <NewValidation />
          </OtherWay>
        </>
      )}
    </NarrowPage>
  );
}

/**
 * For a link that the server has refused: offers another one first, and the login to those who used it
 * already. Who is signed in needs neither of them.
 */
function DeadLink(props: Pick<Verification, 'problem' | 'retry' | 'isUsed'>) {
  const text = useText();
  const { openLogin } = useAccountDialogs();
  const { user } = useSession();
  if (props.isUsed && user !== null) {
    return (
      <>
        <Notice title={props.problem} />
        <Ways {...props} />
      </>
    );
  }
  return (
    <>
      <Notice
        title={props.problem}
        action={
          props.isUsed && (
            <Button look="line" onClick={openLogin}>
              {text('accounts.login.submit')}
            </Button>
          )
        }
      />
      <NewValidation />
      <OtherWay>
        <Ways {...props} />
      </OtherWay>
    </>
  );
}

function NewValidation() {
  const text = useText();
  return (
    <>
      <Lead>{text('accounts.verify.again-text')}</Lead>
      <MailRequestForm endpoint="resend-verification" submit={text('accounts.verify.again')} />
    </>
  );
}

function Ways({ retry, isFirst = false }: { retry: () => void; isFirst?: boolean }) {
  const text = useText();
  return (
    <Actions>
      <Button look={isFirst ? 'ink' : 'line'} onClick={retry}>
        {text('accounts.verify.retry')}
      </Button>
      <HomeLink />
    </Actions>
  );
}

function HomeLink() {
  const text = useText();
  return (
    <Link to={HOME} className={buttonClass('line')}>
      {text('accounts.verify.home')}
    </Link>
  );
}
