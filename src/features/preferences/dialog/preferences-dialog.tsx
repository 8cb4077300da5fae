import { type ReactNode, useEffect, useState } from 'react';
import type { Language } from '#src/contract/languages.ts';
import { PREFERENCES_RESET_BUSY_MS, VOLUME_STEP } from '#src/contract/limits.ts';
import { DiaryChoice } from '#src/features/diary/screen/diary-switch.tsx';
import { InstallHint } from '#src/features/install/install-hint.tsx';
import { playerOf } from '#src/features/player/engine/player-store.ts';
import { SettingSwitch } from '#src/features/player/page/setting-switch.tsx';
import { storedPreferencesOf } from '#src/features/preferences/copies/stored-preferences.ts';
import {
  DEFAULT_PREFERENCES,
  differences,
  isEmpty,
  type PreferenceChange,
} from '#src/features/preferences/preferences.ts';
import { type SaveState, saveStateOf } from '#src/features/preferences/rules/save-state.ts';
import { preferencesOf, usePreferences } from '#src/features/preferences/store/preference-store.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { addressInLanguage } from '#src/page/address/address-rules.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useAddress, useNavigate } from '#src/page/navigation/navigation-context.tsx';
import { useSession } from '#src/page/session/use-session.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import { Slider } from '#src/ui/slider/slider.tsx';
import { LanguageChoice, ReceptionChoice, StreamChoice, ThemeChoice } from './choices.tsx';
import styles from './preferences-dialog.module.css';

/**
 * Language, theme, volume, and for members the preferred stream. Every choice is in force at once; the dialog
 * says whether it is saved.
 */
export function PreferencesDialog() {
  const browser = useBrowser();
  const preferences = preferencesOf(browser);
  const player = playerOf(browser);
  const text = useText();
  const { isAuthenticated, user } = useSession();
  const pageLanguage = useLanguage();
  const { language: kept, theme, volume, favoriteStreamId } = usePreferences((state) => state.preferences);
  const switchLanguage = useLanguageSwitch();
  const shown = text('frame.percent', { share: Math.round(volume * 100) });
  const { saving, noteChoice, noteReset, noteSetting } = useSaving();
  const reset = useReset(() => switchLanguage(DEFAULT_PREFERENCES.language));
  const choose = (change: PreferenceChange) => {
    preferences.choose(change);
    noteChoice(change);
  };
  return (
    <Dialog title={text('members.preferences.title')}>
      <LanguageChoice
        // A member may read a page in another language than their own [A4].
        language={isAuthenticated ? kept : pageLanguage}
        onChoose={(language) => {
          choose({ language });
          switchLanguage(language);
        }}
      />
      <ThemeChoice theme={theme} onChoose={(chosen) => choose({ theme: chosen })} />
      <div>
        <p className={styles.label}>
          {text('members.preferences.volume')}
          <span>{shown}</span>
        </p>
        <Slider
          label={text('members.preferences.volume')}
          value={volume}
          step={VOLUME_STEP}
          valueText={shown}
          onChange={(value) => {
            // Who moves the slider wants to hear it.
            player.setVolume(value);
            choose({ volume: value });
          }}
        />
      </div>
      {isAuthenticated && (
        <StreamChoice
          streamId={favoriteStreamId}
          onChoose={(chosen) => choose({ favoriteStreamId: chosen })}
        />
      )}
      <SettingSwitch setting="announcements" label="pages.keys-announce" onChoose={noteSetting} />
      <ReceptionChoice onChoose={noteSetting} />
      {user && (
        <>
          <SettingSwitch setting="yourSong" label="members.preferences.your-song" onChoose={noteSetting} />
          <DiaryChoice key={user.id} userId={user.id} />
        </>
      )}
      <InstallHint />
      <footer className={styles.foot}>
        <div className={styles.saving} role="status">
          {saving && !reset.isBusy && <SavingWords saving={saving} />}
        </div>
        <Button
          look="line"
          aria-disabled={reset.isBusy}
          onClick={() => {
            reset.run();
            noteReset();
          }}
        >
          <Icon name={reset.isBusy ? 'busy' : 'again'} size={18} spins={reset.isBusy} />
          {text(reset.isBusy ? 'members.preferences.resetting' : 'members.preferences.reset')}
        </Button>
      </footer>
    </Dialog>
  );
}

const WORDS = {
  saved: 'members.preferences.saved',
  visit: 'members.preferences.for-visit',
  unsent: 'members.preferences.unsent',
  refused: 'members.preferences.refused',
  overtaken: 'members.preferences.overtaken',
} as const;

function SavingWords({ saving }: { saving: Saving }): ReactNode {
  const text = useText();
  if (saving === 'saving') return null;
  const isBad = saving === 'unsent' || saving === 'refused';
  return (
    <p data-saving={saving}>
      <Icon name={saving === 'saved' ? 'check' : isBad ? 'warning' : 'info'} size={18} />
      {text(WORDS[saving])}
    </p>
  );
}

/** Goes back to the defaults, with a moment to see it happen. */
function useReset(onReset: () => void) {
  const browser = useBrowser();
  const { clock } = browser;
  const preferences = preferencesOf(browser);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (!isBusy) return;
    const timer = setTimeout(() => setBusy(false), PREFERENCES_RESET_BUSY_MS);
    return () => clearTimeout(timer);
  }, [isBusy]);
  const run = () => {
    if (isBusy) return;
    setBusy(true);
    preferences.dispatch({ type: 'reset', atMs: clock.nowMs() });
    onReset();
  };
  return { isBusy, run };
}

/** Shows the page in another language while the dialog that asked for it stays open. */
function useLanguageSwitch(): (language: Language) => void {
  const navigate = useNavigate();
  const location = useAddress();
  return (language) => navigate(addressInLanguage(location, language), { keepsScroll: true });
}

type Keeper = 'visit' | 'browser' | 'server';

/** The state of the latest choice: `visit` ends with the tab, or where storage is blocked with the page. */
type Saving = SaveState | 'visit';

/** Follows the saving of the choices made in the dialog. */
function useSaving() {
  const browser = useBrowser();
  const [keeper, setKeeper] = useState<Keeper | null>(null);
  const onServer = usePreferences(saveStateOf);
  const saving: Saving | null = keeper === 'server' ? onServer : keeper === 'browser' ? 'saved' : keeper;
  return {
    /** Null before the first choice. */
    saving,
    /** Call it once `change` has been chosen. */
    noteChoice: (change: PreferenceChange) => setKeeper(keeperOf(browser, change)),
    noteReset: () => setKeeper(keeperOf(browser, {})),
    /** Call it once a setting of this browser has been written. */
    noteSetting: (isKept: boolean) => setKeeper(isKept ? 'browser' : 'visit'),
  };
}

/** Says what keeps a change that has been chosen. */
function keeperOf(browser: Browser, change: PreferenceChange): Keeper {
  const { phase, isMobile } = preferencesOf(browser).getState();
  if (phase === 'guest' || phase === 'unavailable') {
    const copy = phase === 'guest' ? 'guest' : 'user';
    // The browser may have kept nothing.
    return isEmpty(differences(change, storedPreferencesOf(browser).read(copy))) ? 'browser' : 'visit';
  }
  return isMobile && change.favoriteStreamId === undefined ? 'visit' : 'server';
}
