import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PROVIDER_NAMES, type SignInProvider } from '#src/contract/sign-in-providers.ts';
import { signInWaysQuery } from '#src/features/accounts/social/sign-in-ways.query.ts';
import { unlinkProvider } from '#src/features/profile/profile-calls.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useSession } from '#src/page/session/use-session.ts';
import { failureWords } from '#src/page/wire/failure-words.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';

/** Asks before a provider is unlinked from the account [A96]. */
export function UnlinkDialog({ provider }: { provider: SignInProvider }) {
  const browser = useBrowser();
  const text = useText();
  const language = useLanguage();
  const dialogs = useDialogs();
  const showToast = useToast();
  const queries = useQueryClient();
  const { user } = useSession();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const name = { provider: PROVIDER_NAMES[provider] };
  const unlink = async () => {
    setBusy(true);
    try {
      await unlinkProvider(browser, provider, language);
      await queries.invalidateQueries({ queryKey: signInWaysQuery(user?.id ?? '', language).queryKey });
      dialogs.close();
      showToast('success', text('members.unlink.done', name));
    } catch (error) {
      setFailure(failureWords(text, error, text('accounts.error.connection')));
      setBusy(false);
    }
  };
  return (
    <Dialog title={text('members.unlink.title', name)}>
      <p>{text('members.unlink.text', name)}</p>
      {failure && <Notice title={failure} />}
      <Button look="ink" shape="large" disabled={isBusy} onClick={dialogs.close}>
        {text('accounts.social.decline')}
      </Button>
      <Button look="line" shape="large" disabled={isBusy} onClick={unlink}>
        {text('members.profile.unlink', name)}
      </Button>
    </Dialog>
  );
}
