import { useState } from 'react';
import { readPlayerSettings, writePlayerSettings } from '#src/features/player/player-settings.ts';
import { useText } from '#src/i18n/use-text.ts';
import styles from './choice.module.css';

/** Whether new tracks are announced to assistive technology: this browser's choice, which no account takes along. */
export function AnnouncementChoice({ onChoose }: { onChoose: (isKept: boolean) => void }) {
  const text = useText();
  const [isOn, setOn] = useState(() => readPlayerSettings().announcements);
  return (
    <label className={styles.switch}>
      {text('player.announce-on')}
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget: { checked } }) => {
          writePlayerSettings({ ...readPlayerSettings(), announcements: checked });
          setOn(checked);
          onChoose(readPlayerSettings().announcements === checked);
        }}
      />
    </label>
  );
}
