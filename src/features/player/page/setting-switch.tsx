import { useState } from 'react';
import type { TextKey } from '#src/i18n/text-key.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { Switch } from '#src/ui/switch/switch.tsx';
import { type PlayerSettings, readPlayerSettings, writePlayerSettings } from './player-settings.ts';

/** Switches a setting of the player on and off: this browser's choice, which no account takes along. */
export function SettingSwitch(props: {
  setting: keyof PlayerSettings;
  label: TextKey;
  onChoose?: (isKept: boolean) => void;
}) {
  const { setting, label, onChoose } = props;
  const text = useText();
  const { storage } = useBrowser();
  const [isOn, setOn] = useState(() => readPlayerSettings(storage)[setting]);
  return (
    <Switch
      label={text(label)}
      isOn={isOn}
      onChange={(chosen) => {
        // Another tab may have switched the others since.
        const isKept = writePlayerSettings(storage, { ...readPlayerSettings(storage), [setting]: chosen });
        setOn(chosen);
        onChoose?.(isKept);
      }}
    />
  );
}
