import { useState } from 'react';
import {
  type PlayerSettings,
  readPlayerSettings,
  writePlayerSettings,
} from '#src/features/player/player-settings.ts';
import type { TextKey } from '#src/i18n/text-key.ts';
import { useText } from '#src/i18n/use-text.ts';
import { Switch } from '#src/ui/switch/switch.tsx';

/** Switches something of the player on and off: this browser's choice, which no account takes along. */
export function SettingSwitch(props: {
  setting: keyof PlayerSettings;
  label: TextKey;
  onChoose: (isKept: boolean) => void;
}) {
  const { setting, label, onChoose } = props;
  const text = useText();
  const [isOn, setOn] = useState(() => readPlayerSettings()[setting]);
  return (
    <Switch
      label={text(label)}
      isOn={isOn}
      onChange={(chosen) => {
        writePlayerSettings({ ...readPlayerSettings(), [setting]: chosen });
        setOn(chosen);
        onChoose(readPlayerSettings()[setting] === chosen);
      }}
    />
  );
}
