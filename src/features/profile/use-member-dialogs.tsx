import { type ReactNode, useMemo } from 'react';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { loadTexts } from '#src/i18n/loaded-texts.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';

export interface MemberDialogs {
  openProfile(): void;
  /** For guests too. */
  openPreferences(): void;
  openDeletion(): void;
}

/** Opens a member's own dialogs. They and their texts are fetched when they are wanted. */
export function useMemberDialogs(): MemberDialogs {
  const text = useText();
  const language = useLanguage();
  const dialogs = useDialogs();
  const showToast = useToast();
  return useMemo(() => {
    const open = (fetchDialog: () => Promise<ReactNode>) => {
      Promise.all([fetchDialog(), loadTexts('members', language), loadTexts('accounts', language)]).then(
        ([dialog]) => dialogs.open(dialog),
        () => showToast('refusal', text('frame.failure')),
      );
    };
    const openProfile = () =>
      open(async () => {
        const { ProfileDialog } = await import('./profile-dialog.tsx');
        return <ProfileDialog onPreferences={openPreferences} onDelete={openDeletion} />;
      });
    const openPreferences = () =>
      open(async () => {
        const { PreferencesDialog } = await import('../preferences/preferences-dialog.tsx');
        return <PreferencesDialog />;
      });
    const openDeletion = () =>
      open(async () => {
        const { DeleteAccountDialog } = await import('./delete-account-dialog.tsx');
        return <DeleteAccountDialog />;
      });
    return { openProfile, openPreferences, openDeletion };
  }, [text, language, dialogs, showToast]);
}
