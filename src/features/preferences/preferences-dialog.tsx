import { useEffect, useState } from 'react';
import { useSession } from '#src/features/accounts/session/use-session.ts';
import { useFormats } from '#src/i18n/use-formats.ts';
import { useText } from '#src/i18n/use-text.ts';
import { PREFERENCES_RESET_BUSY_MS, VOLUME_STEP } from '#src/spec/limits.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import { Slider } from '#src/ui/slider/slider.tsx';
import { AnnouncementChoice } from './choices/announcement-choice.tsx';
import { LanguageChoice } from './choices/language-choice.tsx';
import { StreamChoice } from './choices/stream-choice.tsx';
import { ThemeChoice } from './choices/theme-choice.tsx';
import { useLanguageSwitch } from './choices/use-language-switch.ts';
import { choosePreference, preferenceEngine, usePreferences } from './preference-store.ts';
import type { PreferenceChange } from './preferences.ts';
import { DEFAULT_PREFERENCES } from './preferences.ts';
import styles from './preferences-dialog.module.css';

/** Language, theme, volume, and for members the preferred stream. Every choice is in force and saved at once. */
export function PreferencesDialog() {
  const text = useText();
  const { percent } = useFormats();
  const { isAuthenticated } = useSession();
  const { theme, volume, favoriteStreamId } = usePreferences((state) => state.preferences);
  const switchLanguage = useLanguageSwitch();
  const [isSaved, setSaved] = useState(false);
  const reset = useReset(() => switchLanguage(DEFAULT_PREFERENCES.language));
  const choose = (change: PreferenceChange) => {
    choosePreference(change);
    setSaved(true);
  };
  return (
    <Dialog title={text('members.preferences.title')}>
      <LanguageChoice
        onChoose={(language) => {
          choose({ language });
          switchLanguage(language);
        }}
      />
      <ThemeChoice theme={theme} onChoose={(chosen) => choose({ theme: chosen })} />
      <div>
        <p className={styles.label}>
          {text('members.preferences.volume')}
          <span>{percent(volume)}</span>
        </p>
        <Slider
          label={text('members.preferences.volume')}
          value={volume}
          step={VOLUME_STEP}
          valueText={percent(volume)}
          onChange={(value) => choose({ volume: value })}
        />
      </div>
      {isAuthenticated && (
        <StreamChoice
          streamId={favoriteStreamId}
          onChoose={(chosen) => choose({ favoriteStreamId: chosen })}
        />
      )}
      <AnnouncementChoice onChoose={() => setSaved(true)} />
      <footer className={styles.foot}>
        <p className={styles.saved} role="status">
          {isSaved && !reset.isBusy && (
            <>
              <Icon name="check" size={18} />
              {text('members.preferences.saved')}
            </>
          )}
        </p>
        <Button
          look="line"
          aria-disabled={reset.isBusy}
          onClick={() => {
            reset.run();
            setSaved(true);
          }}
        >
          <Icon name={reset.isBusy ? 'busy' : 'again'} size={18} spins={reset.isBusy} />
          {text(reset.isBusy ? 'members.preferences.resetting' : 'members.preferences.reset')}
        </Button>
      </footer>
    </Dialog>
  );
}

/** Back to the defaults, with a moment to see it happen. */
function useReset(onReset: () => void) {
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (!isBusy) return;
    const timer = setTimeout(() => setBusy(false), PREFERENCES_RESET_BUSY_MS);
    return () => clearTimeout(timer);
  }, [isBusy]);
  const run = () => {
    if (isBusy) return;
    setBusy(true);
    preferenceEngine.dispatch({ type: 'reset' });
    onReset();
  };
  return { isBusy, run };
}
