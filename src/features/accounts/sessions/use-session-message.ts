import { useEffect, useEffectEvent } from 'react';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { loadTexts } from '#src/i18n/loaded-texts.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { takeSessionEnd } from '#src/page/session/end-session.ts';
import { useSession } from '#src/page/session/use-session.ts';
import { useToast } from '#src/ui/toast/toasts.tsx';

/**
 * Says that the stored session could not be read [A35], or on the page after it that it was over [A37], with the account
 * where that had been asked for [A134]: once somebody looks, since the message goes by itself.
 */
export function useSessionMessage(openLogin: () => void): void {
  const browser = useBrowser();
  const { error } = useSession();
  const text = useText();
  const language = useLanguage();
  const showToast = useToast();
  const say = useEffectEvent(async () => {
    const endedOf = takeSessionEnd(browser);
    if (error === null && endedOf === null) return;
    const { forgetDeletion, hasAskedDeletion } = await import('./asked-deletion.ts');
    const isDeleted = endedOf !== null && hasAskedDeletion(browser, endedOf);
    await loadTexts(isDeleted ? 'members' : 'accounts', language);
    if (isDeleted) {
      showToast('success', text('members.delete.done'));
      forgetDeletion(browser);
    } else if (error !== null) showToast('refusal', text('accounts.error.initialisation'));
    else showToast('info', text('accounts.session-ended'), { label: text('frame.login'), run: openLogin });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once for each error
  useEffect(() => {
    const stop = () => document.removeEventListener('visibilitychange', tell);
    const tell = () => {
      if (document.visibilityState === 'hidden') return;
      stop();
      // The login dialog says the first too, and the login button in the head the second.
      say().catch(() => {});
    };
    document.addEventListener('visibilitychange', tell);
    tell();
    return stop;
  }, [error]);
}
