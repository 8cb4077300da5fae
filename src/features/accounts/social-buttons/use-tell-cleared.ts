import { useShownStream } from '#src/features/player/engine/use-shown-stream.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { loadTexts } from '#src/i18n/loaded-texts.ts';
import { useText } from '#src/i18n/use-text.ts';
import { streamPagePath } from '#src/page/address/paths.ts';
import { useNavigate } from '#src/page/navigation/navigation-context.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';

/** Tells a member whose account was there, proven by nobody, what became of it [A74]. */
export function useTellCleared(): () => Promise<void> {
  const text = useText();
  const language = useLanguage();
  const streamId = useShownStream(null);
  const navigate = useNavigate();
  const showToast = useToast();
  return async () => {
    await loadTexts('accounts', language);
    showToast('info', text('accounts.social.cleared'), {
      label: text('frame.user.profile'),
      run: () => navigate(streamPagePath(language, streamId, 'profile')),
    });
  };
}
