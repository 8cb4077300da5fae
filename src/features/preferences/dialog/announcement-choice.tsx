import { useState } from 'react';
import { readPlayerSettings, writePlayerSettings } from '#src/features/player/player-settings.ts';
import { useText } from '#src/i18n/use-text.ts';
import { Switch } from '#src/ui/switch/switch.tsx';

/** Whether new tracks are announced to assistive technology: this browser's choice, which no account takes along. */
export function AnnouncementChoice({ onChoose }: { onChoose: (isKept: boolean) => void }) {
  const text = useText();
  const [isOn, setOn] = useState(() => readPlayerSettings().announcements);
  return (
    <Switch
      label={text('player.announce-on')}
      isOn={isOn}
      onChange={(chosen) => {
        writePlayerSettings({ ...readPlayerSettings(), announcements: chosen });
        setOn(chosen);
        onChoose(readPlayerSettings().announcements === chosen);
      }}
    />
  );
}
